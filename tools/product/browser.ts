import { existsSync } from 'node:fs';

/** What Chromium needs to run headless as root, and without asking the outside for anything. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** User agent of a phone, as the product tells one. */
export const PHONE_AGENT =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

/** Debian's, the one without a window first. */
const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Chromium for benchmarks and pictures: CHROMIUM_PATH, or Debian's. */
export function chromiumPath(): string {
  return process.env['CHROMIUM_PATH'] ?? PLACES.find((path) => existsSync(path)) ?? 'chromium';
}
