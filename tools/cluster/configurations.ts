import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforePort } from '../../apps/server/src/config-host.ts';
import { root } from '../lib/paths.mjs';

/** What is written in its place, in all of the text. */
export type Change = readonly [from: string | RegExp, to: string];

/**
 * A file of `deploy/` with other words where it speaks of another machine.
 * @throws Error when it says nothing of what is to be changed
 */
export function deployed(path: string, ...changes: Change[]): string {
  return changes.reduce(
    (text, [from, to]) => {
      const changed = text.replaceAll(from, () => to);
      if (changed === text) throw new Error(`deploy/${path} says nothing of ${String(from)}`);
      return changed;
    },
    readFileSync(join(root, 'deploy', path), 'utf8'),
  );
}

/** NATS on this machine alone, without TLS. */
export function natsConfiguration(port: number): string {
  return deployed(
    'nats.conf',
    [/^tls \{[^}]*\}$/gm, ''],
    [/^listen: .*$/gm, `listen: 127.0.0.1:${port}`],
    [/^http: .*$/gm, ''],
  );
}

/** HAProxy in front of edges on this machine, without TLS. @param edges their ports */
export function haproxyConfiguration(host: string, port: number, edges: readonly number[]): string {
  const servers = edges.map((edge, n) => `    server edge-${n + 1} 127.0.0.1:${edge}`).join('\n');
  return deployed(
    'haproxy.cfg',
    [/^ +(log|user|group|stats|ssl-default)\b.*\n/gm, ''],
    // Each takes two files, and nobody but root may open as many as a site needs.
    ['maxconn 20000', 'maxconn 1000'],
    ['    bind :80\n', `    bind ${beforePort(host)}:${port}\n`],
    [/^ +bind :443 .*\n/gm, ''],
    [/^ +http-request redirect scheme https .*\n/gm, ''],
    ['X-Forwarded-Proto https', 'X-Forwarded-Proto http'],
    ['hdr Host plecho.example', 'hdr Host localhost'],
    [/(^ +server edge-\d .*\n)+/gm, `${servers}\n`],
  );
}
