/**
 * Adds to package-lock.json the packages of other platforms that the registry in use doesn't carry.
 *
 * npm 11 refuses `npm ci` with «Missing: … from lock file» when an optional dependency has no entry, even one for
 * another operating system. Run it after `npm install` against such a registry; where nothing is missing it does nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/paths.mjs';

const systems = ['darwin', 'linux', 'win32', 'freebsd', 'openbsd', 'netbsd', 'android', 'sunos', 'aix', 'openharmony'];
const processors = ['x64', 'arm64', 'arm', 'ia32', 'ppc64', 'ppc', 's390x', 'riscv64', 'loong64', 'mips64el', 'wasm32'];
const spellings = {
  windows: 'win32',
  fsevents: 'darwin',
  x86: 'ia32',
  powerpc64le: 'ppc64',
  ppc64le: 'ppc64',
  amd64: 'x64',
};

/** The operating system and the processor that a package like `@scope/tool-linux-x64-gnu` is for. */
function platformOf(name) {
  const words = name.split(/[^a-z0-9]+/i).map((word) => spellings[word] ?? word);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  return { ...(os.length > 0 && { os }), ...(cpu.length > 0 && { cpu }) };
}

const isFound = (packages, from, name) => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`] !== undefined) return true;
    if (folder === '') return false;
  }
};

const path = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8'));
const added = [];
for (const [from, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isFound(lock.packages, from, name)) continue;
    const platform = platformOf(name);
    // Without a platform npm would try to fetch it here, and with a range there is no version to write down.
    if (Object.keys(platform).length === 0 || !/^\d+\.\d+\.\d+[^ ]*$/.test(version)) {
      console.warn(`left out: ${name}@${version} of ${from}`);
      continue;
    }
    const place = lock.packages[`node_modules/${name}`] === undefined ? '' : `${from}/`;
    lock.packages[`${place}node_modules/${name}`] = {
      version,
      ...(entry.dev && { dev: true }),
      optional: true,
      ...platform,
    };
    added.push(`${name}@${version}`);
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
if (added.length > 0) writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added.length} packages of other platforms added`);
