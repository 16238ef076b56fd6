import { parseSync, type Plugin } from 'vite';

const DESCRIPTION = /[\\/]packages[\\/]contract[\\/]src[\\/]endpoints[\\/][\w-]+\.ts$/;
/** What a call of an endpoint needs, and one for a file besides; the rest of its description is for the server. */
const NEEDED = ['method', 'path'];
const KEPT = new Set([...NEEDED, 'media']);
/** What descriptions are made with. */
const MAKERS: readonly unknown[] = ['endpoint', 'fileEndpoint'];

interface Node {
  type: string;
  start: number;
  end: number;
}
interface Edit {
  start: number;
  end: number;
  text: string;
}
interface Described extends Node {
  callee: Node & { name?: string };
  arguments: (Node & { properties?: (Node & { key?: { name?: string } })[] })[];
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const isDescribed = (node: Node): node is Described =>
  node.type === 'CallExpression' && MAKERS.includes((node as Described).callee.name);

/** Every `endpoint({…})` and `fileEndpoint({…})` of a syntax tree. */
function describedIn(tree: unknown): Described[] {
  if (Array.isArray(tree)) return tree.flatMap(describedIn);
  if (!isNode(tree)) return [];
  return isDescribed(tree) ? [tree] : Object.values(tree).flatMap(describedIn);
}

function reduced(code: string, { start, end, callee, arguments: given }: Described): Edit {
  const kept = (given[0]?.properties ?? []).filter(({ key }) => KEPT.has(key?.name ?? ''));
  const names = new Set(kept.map(({ key }) => key?.name));
  if (NEEDED.some((name) => !names.has(name)))
    throw new Error(`an endpoint without a method or a path: ${code.slice(start, end)}`);
  return { start, end, text: `${callee.name}({ ${kept.map((each) => code.slice(each.start, each.end)).join(', ')} })` };
}

/** The source of a module of endpoints with nothing but their addresses. */
export function addressesOnly(code: string, file: string): string {
  const { program } = parseSync(file, code);
  const edits = program.body.flatMap((statement): Edit[] => {
    if (statement.type === 'ExportNamedDeclaration') return describedIn(statement).map((each) => reduced(code, each));
    const isNeeded = statement.type === 'ImportDeclaration' && statement.source.value === './endpoint.ts';
    return isNeeded ? [] : [{ start: statement.start, end: statement.end, text: '' }];
  });
  return edits.reduceRight((left, { start, end, text }) => left.slice(0, start) + text + left.slice(end), code);
}

/**
 * Leaves schemas, errors and examples of endpoints out of the built app, which only asks: they would be
 * a tenth of what the first screen loads.
 */
export function endpointAddresses(): Plugin {
  return {
    name: 'plecho:endpoint-addresses',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: DESCRIPTION, code: /endpoint\(\{/i },
      handler: (code, id) => ({ code: addressesOnly(code, id), map: null }),
    },
  };
}
