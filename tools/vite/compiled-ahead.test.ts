import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { compiledAhead } from './compiled-ahead.ts';

const ENTRY = '\0entry';

/** The one file of a build that compiles `chunks` ahead. */
async function builtWith(chunks: string[]): Promise<Rolldown.OutputChunk> {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? id : null),
        load: (id) => (id === ENTRY ? `console.log('плечо');` : null),
      },
      compiledAhead(new Set(chunks)),
    ],
    build: { write: false, rolldownOptions: { input: { main: ENTRY } } },
  })) as Rolldown.RolldownOutput;
  return built.output[0];
}

it('marks the named files, minified as they are, and gives them names of their own', async () => {
  const [marked, plain] = [await builtWith(['main']), await builtWith(['other'])];
  expect(plain.code).not.toContain('allFunctionsCalledOnLoad');
  expect(marked.code).toBe(`//# allFunctionsCalledOnLoad\n${plain.code}`);
  expect(marked.fileName).not.toBe(plain.fileName);
});
