/** `npm run build`: the web app and the server, as `npm start` makes them. */
import { ensureBuilt } from './lib/build.mjs';

try {
  await ensureBuilt(process.execPath, (line) => console.log(line));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
