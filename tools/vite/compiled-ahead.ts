import type { Plugin } from 'vite';

const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Asks the browser to compile all of some files while they arrive, beside the main thread. Otherwise it
 * compiles each of their functions there, when it is first called. Chromium does; others ignore it.
 *
 * @param chunks names of files of which most runs once they are loaded
 */
export function compiledAhead(chunks: ReadonlySet<string>): Plugin {
  return {
    name: 'plecho:compiled-ahead',
    apply: 'build',
    // A file's name stands for its content.
    augmentChunkHash: ({ name }) => (chunks.has(name) ? HINT : undefined),
    generateBundle: {
      // Last: only the first line counts, and the comment would not outlive the minifier.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && chunks.has(file.name)) file.code = HINT + file.code;
        }
      },
    },
  };
}
