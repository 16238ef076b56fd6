import { parseSync, type Plugin } from 'vite';

const HAS_BIGINT = /\b\d[\d_]*n\b/;
const SOURCE = /\.tsx?$/;

interface Literal {
  /** Without separators and the final n. */
  digits: string;
  start: number;
  end: number;
}

interface Node {
  type: string;
  start: number;
  end: number;
  bigint?: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Every bigint literal of a syntax tree that is a value; literal types don't reach the browser. */
function literalsOf(tree: unknown, found: Literal[] = []): Literal[] {
  if (Array.isArray(tree)) {
    for (const item of tree) literalsOf(item, found);
  } else if (isNode(tree) && tree.type !== 'TSLiteralType') {
    if (tree.type === 'Literal' && typeof tree.bigint === 'string') {
      found.push({ digits: tree.bigint, start: tree.start, end: tree.end });
    }
    for (const child of Object.values(tree)) literalsOf(child, found);
  }
  return found;
}

const nameOf = (digits: string): string => `$bigint${digits}`;

/**
 * Moves bigint literals out of functions into constants of their module.
 *
 * React's compiler (oxc-transform-react 0.156) writes `undefined` in place of a bigint literal in any
 * component or hook: `balance ?? 0n` becomes `balance ?? undefined`. A constant's name passes it unharmed.
 *
 * @returns null when there is nothing to move; line numbers stay as they are
 */
export function hoistBigints(code: string, file: string): string | null {
  if (!HAS_BIGINT.test(code)) return null;
  const { program } = parseSync(file, code);
  const literals = literalsOf(program).toSorted((a, b) => b.start - a.start);
  if (literals.length === 0) return null;
  let moved = code;
  for (const { digits, start, end } of literals) moved = moved.slice(0, start) + nameOf(digits) + moved.slice(end);
  const names = [...new Set(literals.map(({ digits }) => digits))];
  return `const ${names.map((digits) => `${nameOf(digits)}=${digits}n`).join(',')};${moved}`;
}

/** To be named before the plugin that compiles React. */
export function bigintLiterals(): Plugin {
  return {
    name: 'plecho:bigint-literals',
    enforce: 'pre',
    transform: {
      filter: { id: { include: /\.tsx?($|\?)/, exclude: /\/node_modules\// }, code: HAS_BIGINT },
      handler(code, id) {
        const file = id.split('?')[0] ?? id;
        const moved = SOURCE.test(file) ? hoistBigints(code, file) : null;
        return moved === null ? null : { code: moved, map: null };
      },
    },
  };
}
