/** `npm run plecho -- COMMAND`: the command line, built anew when the sources have changed. */
import { COMMAND_LINE, ensureBuilt } from './lib/build.mjs';

try {
  // What a command prints is for other programs, too: what this says goes elsewhere.
  await ensureBuilt(process.execPath, (line) => console.error(line), ['apps/server']);
  await import(COMMAND_LINE);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
