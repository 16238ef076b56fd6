/**
 * Loaded before dependency-cruiser, whose SWC parser reads every file as plain TypeScript and stumbles over JSX:
 * files ending in .tsx are parsed as what they are.
 */
import { createRequire } from 'node:module';

const swc = createRequire(import.meta.url)('@swc/core');
const { parseFileSync } = swc;

swc.parseFileSync = (path, options) => parseFileSync(path, { ...options, tsx: path.endsWith('.tsx') });
