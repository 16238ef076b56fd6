import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository, without a slash at the end. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');
export const binaries = join(root, 'node_modules', '.bin');

/**
 * The environment with the repository's own programs first, so that `node` is Node 24. It keeps what it made of
 * the sources: stripping their types anew costs every start about a second.
 */
export function withBinaries(env = process.env) {
  const compiled = join(root, 'node_modules', '.cache', 'node');
  return { NODE_COMPILE_CACHE: compiled, ...env, PATH: [binaries, env.PATH ?? ''].join(delimiter) };
}

/**
 * The environment of the server. Its threads share one heap of the C library's: with one for each, what a start needed
 * and let go stays spread over all of them. Libraries other than glibc don't know the name.
 */
export function serverEnvironment(env = process.env) {
  return { MALLOC_ARENA_MAX: '1', ...withBinaries(env) };
}

/** The environment as the machine has it: an installation must not run on the Node it replaces. */
export function withoutBinaries(env = process.env) {
  const parts = (env.PATH ?? '').split(delimiter).filter((part) => !part.includes('node_modules'));
  return { ...env, PATH: parts.join(delimiter) };
}
