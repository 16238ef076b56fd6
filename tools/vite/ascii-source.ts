import { parseSync, type Plugin } from 'vite';

const BEYOND_ASCII = /[^\0-\x7f]/;
const ALL_BEYOND_ASCII = /(\\*)([^\0-\x7f])/g;

interface Node {
  type: string;
  start: number;
  end: number;
}

interface RawTemplate extends Node {
  tag: Node;
  quasi: { quasis: { value: { raw: string } }[]; expressions: Node[] };
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Templates whose tag sees their text as it is written. */
function rawTemplatesOf(tree: unknown, found: RawTemplate[] = []): RawTemplate[] {
  const children = isNode(tree) ? Object.values(tree) : Array.isArray(tree) ? tree : [];
  for (const child of children) rawTemplatesOf(child, found);
  if (isNode(tree) && tree.type === 'TaggedTemplateExpression') found.push(tree as RawTemplate);
  return found;
}

/** A backslash that stands before such a character says nothing there; before an escape it would. */
const escaped = (code: string): string =>
  code.replaceAll(ALL_BEYOND_ASCII, (_, slashes: string, unit: string) => {
    const kept = slashes.slice(slashes.length % 2);
    return `${kept}\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });

/**
 * Writes every character beyond ASCII as an escape. V8 keeps two bytes for each character of a source that has a single
 * one beyond Latin-1, and a server in Russian has some: 9 MB of an idle one.
 *
 * @throws Error for a template whose tag sees escapes and isn't `String.raw`, or that has another one with such text inside
 */
export function asciiSource(code: string, file: string): string {
  if (!BEYOND_ASCII.test(code)) return code;
  let ascii = code;
  let before = code.length;
  // From the end to the beginning, so that places stay right; of two the inner one begins later.
  const templates = rawTemplatesOf(parseSync(file, code).program).toSorted((a, b) => b.start - a.start);
  for (const { start, end, tag, quasi } of templates) {
    const texts = quasi.quasis.map(({ value }) => value.raw);
    if (!texts.some((text) => BEYOND_ASCII.test(text))) continue;
    if (code.slice(tag.start, tag.end) !== 'String.raw' || end > before)
      throw new Error(`${file}: no escapes can be written into ${code.slice(start, start + 60)}`);
    const values = quasi.expressions.map((expression) => `, ${code.slice(expression.start, expression.end)}`);
    const call = `String.raw({ raw: [${texts.map((text) => JSON.stringify(text)).join(', ')}] }${values.join('')})`;
    ascii = ascii.slice(0, start) + call + ascii.slice(end);
    before = start;
  }
  return escaped(ascii);
}

/** For what the server runs; what browsers load is smaller as it is. */
export function asciiSources(): Plugin {
  return {
    name: 'plecho:ascii-sources',
    // The bundler writes strings anew after every earlier step.
    generateBundle(_, files) {
      for (const file of Object.values(files))
        if (file.type === 'chunk') file.code = asciiSource(file.code, file.fileName);
    },
  };
}
