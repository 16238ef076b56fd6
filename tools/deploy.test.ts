import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../apps/server/src/config.ts';
import { createMetrics } from '../apps/server/src/lib/metrics.ts';
import { findBinaries } from '../apps/server/src/storage/embedded/binaries.ts';
import { SERVER } from './lib/build.mjs';
import { deployed, haproxyConfiguration, natsConfiguration, type Change } from './cluster/configurations.ts';
import { findProgram, HAPROXY, NATS, NGINX } from './lib/debian.mjs';
import { root } from './lib/paths.mjs';
import { freePort, isOpen } from './product/process.ts';

const deploy = join(root, 'deploy');
const read = (path: string): string => readFileSync(join(deploy, path), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'plecho-deploy-'));
const certificate = join(folder, 'server.pem');
const key = join(folder, 'server.key');

interface Said {
  status: number | null;
  said: string;
}

function run(path: string, args: string[], env: Record<string, string> = {}): Said {
  const { status, stdout, stderr } = spawnSync(path, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, said: `${stdout}${stderr}` };
}

/** Whether this machine has a program. Where a configuration's own can't be had, nothing is asked of it. */
const has = (program: string): boolean => run('sh', ['-c', `command -v ${program}`]).status === 0;

/** Writes a file of `deploy/` with other words where it names what only its machine has. @returns its path */
function adapted(path: string, ...changes: Change[]): string {
  const copy = join(folder, path.replaceAll('/', '-'));
  writeFileSync(copy, deployed(path, ...changes));
  return copy;
}

beforeAll(() => {
  chmodSync(folder, 0o755);
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=plecho.example'];
  const made = run('openssl', [...request, '-keyout', key, '-out', certificate]);
  expect(made.status, made.said).toBe(0);
  writeFileSync(join(folder, 'both.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the programs take their configurations', () => {
  it('HAProxy', async () => {
    const program = await findProgram(HAPROXY).catch(() => null);
    if (program === null) return;
    const config = adapted(
      'haproxy.cfg',
      ['/etc/haproxy/certs/plecho.pem', join(folder, 'both.pem')],
      [/^ +(user|group) haproxy$/gm, ''],
      ['/run/haproxy/admin.sock', join(folder, 'admin.sock')],
    );
    const local = join(folder, 'local-haproxy.cfg');
    writeFileSync(local, haproxyConfiguration('::1', 3_000, [4_001, 4_002]));
    for (const each of [config, local]) {
      const { status, said } = run(program.path, ['-c', '-dW', '-f', each], program.env);
      expect(status, said).toBe(0);
    }
  });

  it('nginx', async () => {
    const program = await findProgram(NGINX).catch(() => null);
    if (program === null) return;
    const config = adapted(
      'nginx.conf',
      ['/etc/nginx/certs/plecho.pem', certificate],
      ['/etc/nginx/certs/plecho.key', key],
      ['/run/nginx.pid', join(folder, 'nginx.pid')],
      ['/var/log/nginx/access.log', '/dev/null'],
      ['/var/log/nginx/error.log', '/dev/null'],
      ['    server_tokens off;', `    ${temporaryFolders()}`],
    );
    const { status, said } = run(program.path, ['-t', '-e', 'stderr', '-p', folder, '-c', config], program.env);
    expect(status, said).toBe(0);
    expect(said).not.toContain('[warn]');
  });

  it('PostgreSQL', () => {
    const { initdb } = findBinaries(null, folder);
    const cluster = join(folder, 'cluster');
    mkdirSync(cluster, { mode: 0o700 });
    writeFileSync(join(cluster, 'postgresql.conf'), read('postgresql/plecho.conf'));
    const { status, said } = run(join(initdb, '../postgres'), ['-C', 'archive_mode', '-D', cluster]);
    expect(status, said).toBe(0);
    expect(said).toMatch(/^on$/m);
  });

  it('systemd, which keeps the processes to what they need', () => {
    const unit = adapted('systemd/plecho@.service', ['/opt/plecho/node_modules/.bin/node', process.execPath]);
    const place = join(folder, 'units');
    mkdirSync(place);
    cpSync(unit, join(place, 'plecho@.service'));
    cpSync(join(deploy, 'systemd/plecho.target'), join(place, 'plecho.target'));
    const found = read('systemd/plecho@.service');
    expect(found).toContain(`/opt/plecho/${relative(root, SERVER)}\n`);
    expect(found).toMatch(/^TimeoutStopSec=1[1-9]s$/m);
    expect(found).toMatch(/^RestartPreventExitStatus=78$/m);
    if (!has('systemd-analyze')) return;
    const verified = run('systemd-analyze', ['verify', '--man=no', join(place, 'plecho@.service')]);
    expect(verified).toEqual({ status: 0, said: '' });
    const args = ['security', '--offline=true', '--threshold=20', '--no-pager', join(place, 'plecho@.service')];
    const security = run('systemd-analyze', args);
    expect(security.status, security.said).toBe(0);
  });

  it('the shell', () => {
    for (const name of readdirSync(join(deploy, 'postgresql')).filter((each) => each.endsWith('.sh'))) {
      expect(run('sh', ['-n', join(deploy, 'postgresql', name)])).toEqual({ status: 0, said: '' });
    }
  });
});

/** Where nginx puts what it receives: as anybody but root it can't use the places it was built with. */
function temporaryFolders(): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join(' ');
}

describe('NATS', () => {
  const password = 'a-password-of-the-test';

  /** Says lines of NATS's own protocol as the processes' user. @returns what comes back until the PONG */
  async function say(port: number, ...lines: string[]): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const account = JSON.stringify({ verbose: false, user: 'plecho', pass: password });
    let heard = '';
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
    await once(socket, 'data');
    socket.write([`CONNECT ${account}`, ...lines, 'PING', ''].join('\r\n'));
    await expect.poll(() => heard, { timeout: 60_000 }).toContain('PONG');
    return heard;
  }

  it('takes its configuration, and lets the processes say nothing but their own', async () => {
    const program = await findProgram(NATS);
    const tls: [string, string][] = [
      ['/etc/nats/tls/server.pem', certificate],
      ['/etc/nats/tls/server.key', key],
      ['/etc/nats/tls/ca.pem', certificate],
    ];
    const env = { NATS_PASSWORD: password };
    const checked = run(program.path, ['-t', '-c', adapted('nats.conf', ...tls)], env);
    expect(checked.status, checked.said).toBe(0);

    const port = await freePort();
    const config = join(folder, 'local-nats.conf');
    writeFileSync(config, natsConfiguration(port));
    const server = spawn(program.path, ['-c', config], { env: { ...process.env, ...env }, stdio: 'ignore' });
    onTestFinished(async () => {
      server.kill('SIGKILL');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    });
    await expect.poll(() => isOpen('127.0.0.1', port), { timeout: 60_000 }).toBe(true);
    const own = await say(
      port,
      'SUB plecho.x.market.main.ask 1',
      'SUB _INBOX.x 2',
      'PUB plecho.x.market.main.ask _INBOX.x 2',
      'hi',
      'PUB _INBOX.x 2',
      'ho',
    );
    expect(own).not.toContain('-ERR');
    expect(own).toContain('MSG plecho.x.market.main.ask 1 _INBOX.x 2\r\nhi');
    expect(own).toContain('MSG _INBOX.x 2 2\r\nho');
    expect(await say(port, 'SUB > 1')).toContain('Permissions Violation for Subscription to ">"');
    expect(await say(port, 'PUB elsewhere 2', 'hi')).toContain('Permissions Violation for Publish to "elsewhere"');
  });
});

describe('the log of the database', () => {
  const archive = (source: string, target: string): number | null =>
    run(join(deploy, 'postgresql/archive-wal.sh'), [source, target]).status;

  it('is kept piece by piece: the same may come twice, another one never takes its place', () => {
    const [piece, other, target] = [
      join(folder, 'piece'),
      join(folder, 'other'),
      join(folder, '000000010000000000000001'),
    ];
    writeFileSync(piece, 'a'.repeat(1_000));
    writeFileSync(other, 'b'.repeat(1_000));
    expect(archive(piece, target)).toBe(0);
    expect(readFileSync(target, 'utf8')).toBe('a'.repeat(1_000));
    expect(archive(piece, target)).toBe(0);
    expect(archive(other, target)).not.toBe(0);
    expect(readFileSync(target, 'utf8')).toBe('a'.repeat(1_000));
  });

  it('counts as not kept when there is no place for it', () => {
    const piece = join(folder, 'piece');
    writeFileSync(piece, 'a');
    expect(archive(piece, join(folder, 'nowhere', 'piece'))).not.toBe(0);
  });

  it('is never restored over data that are there', () => {
    const target = join(folder, 'data');
    mkdirSync(target);
    expect(run(join(deploy, 'postgresql/restore.sh'), [folder, folder, target]).status).toBe(1);
    expect(existsSync(join(target, 'recovery.signal'))).toBe(false);
  });

  it('is restored to its end when the database was restored to a moment before: nothing of that is left', () => {
    const place = mkdtempSync(join(folder, 'restored-'));
    const settings = (name: string): string => join(place, name, 'postgresql.auto.conf');
    mkdirSync(join(place, 'base'));
    const own = ["work_mem = '8MB'", "recovery_target_inclusive = 'off'", "recovery_target_name = 'before'"];
    writeFileSync(settings('base'), `${own.join('\n')}\n`);
    const restore = (base: string, wal: string, target: string, ...moment: string[]): string[] => {
      const args = [join(place, base), wal, join(place, target), ...moment];
      expect(run(join(deploy, 'postgresql/restore.sh'), args)).toEqual({ status: 0, said: '' });
      expect(existsSync(join(place, target, 'recovery.signal'))).toBe(true);
      return readFileSync(settings(target), 'utf8').trim().split('\n');
    };
    const command = (wal: string): string => `restore_command = 'cp "${wal}/%f" "%p"'`;
    expect(restore('base', '/wal', 'once', '2026-11-22 14:30:00+00')).toEqual([
      "work_mem = '8MB'",
      command('/wal'),
      "recovery_target_time = '2026-11-22 14:30:00+00'",
      "recovery_target_action = 'promote'",
      "archive_mode = 'off'",
    ]);
    expect(restore('once', '/wal-2', 'twice')).toEqual(["work_mem = '8MB'", command('/wal-2'), "archive_mode = 'off'"]);
  });
});

describe('a base backup', () => {
  /** One of Debian’s programs, in the folder of a version. */
  function program(version: string, name: string, ...lines: string[]): void {
    const bin = join(folder, 'lib', version, 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, name), ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
  }

  /** With the copy in the PATH and the check outside it, as on Debian. @param check what it comes to */
  function backUp(check: string): Said & { kept: string[] } {
    const kept = mkdtempSync(join(folder, 'base-'));
    const copy = `for each in "$@"; do case $each in --pgdata=*) made=\${each#*=};; esac; done`;
    program('path', 'pg_basebackup', copy, 'mkdir "$made"', 'echo 15 >"$made/PG_VERSION"');
    program('15', 'pg_verifybackup', check);
    program('17', 'pg_verifybackup', 'exit 9');
    const script = adapted('postgresql/base-backup.sh', ['/usr/lib/postgresql', join(folder, 'lib')]);
    const PATH = [join(folder, 'lib/path/bin'), '/usr/bin', '/bin'].join(delimiter);
    return { ...run('sh', [script, kept], { PATH }), kept: readdirSync(kept) };
  }

  it('is checked by the program of its own version, which is not in the PATH', () => {
    const { status, said, kept } = backUp('test "$1 $(cat "$2/PG_VERSION")" = "--quiet 15"');
    expect({ status, said: said.trim().split('/').at(-1) }).toEqual({ status: 0, said: kept[0] });
    expect(kept).toEqual([expect.stringMatching(/^base-\d{8}T\d{6}Z$/)]);
  });

  it.each(['exit 1', 'kill -TERM $PPID'])('is gone when its check comes to: %s', (check) => {
    expect(backUp(check)).toEqual({ status: 1, said: '', kept: [] });
  });
});

describe('settings', () => {
  const own = (text: string): string[] => [...text.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name ?? '');
  const settingsOf = (name: string): Record<string, string> =>
    Object.fromEntries(
      // Systemd takes the quotes off, as a shell does.
      [...read(`env/${name}`).matchAll(/^([A-Z_]+)=('?)(.+)\2$/gm)].map(([, key, , value]) => [key ?? '', value ?? '']),
    );
  const [shared, ...others] = readdirSync(join(deploy, 'env')).toSorted((a) => (a === 'plecho.env' ? -1 : 1));

  it.each(others)('%s and what all share start a process with the role it is named by', (name) => {
    const config = loadConfig({ ...settingsOf(shared ?? ''), ...settingsOf(name) });
    expect(config.roles).toEqual([name.replace(/-.*/, '')]);
  });

  it('are the same to a shell that reads what all share', () => {
    const settings = settingsOf(shared ?? '');
    const words = Object.keys(settings).map((name) => `"${name}=$${name}"`);
    const { said } = run('sh', [
      '-c',
      `set -a; . "$1"; set +a; printf '%s\\n' ${words.join(' ')}`,
      'sh',
      join(deploy, 'env/plecho.env'),
    ]);
    expect(said.trim().split('\n')).toEqual(Object.entries(settings).map((setting) => setting.join('=')));
  });

  it('have no password that everybody knows and the server takes', () => {
    expect(loadConfig(settingsOf('plecho.env')).metricsToken).toBeUndefined();
  });

  it('are the server’s or Node’s, each in one file', () => {
    const known = readFileSync(join(root, 'apps/server/src/config.ts'), 'utf8');
    const isKnown = (name: string): boolean => known.includes(`\n  ${name}: `) || name === 'NODE_EXTRA_CA_CERTS';
    expect(own(read('env/plecho.env')).length).toBeGreaterThan(3);
    for (const name of [shared ?? '', ...others])
      expect(own(read(`env/${name}`)).filter((each) => !isKnown(each))).toEqual([]);
    for (const name of others)
      expect(own(read(`env/${name}`)).filter((each) => own(read('env/plecho.env')).includes(each))).toEqual([]);
  });
});

describe('addresses and ports', () => {
  it('both load balancers know the same edges, and the port that an edge listens on', () => {
    const edges = (text: string): string[] => text.match(/10\.0\.0\.2\d:\d+/g) ?? [];
    expect(edges(read('haproxy.cfg')).length).toBeGreaterThan(1);
    const known = edges(read('nginx.conf'));
    // Once among those that are ready, and once among those that are there.
    expect(edges(read('haproxy.cfg'))).toEqual([...known, ...known]);
    const port = /^PORT=(\d+)$/m.exec(read('env/edge-1.env'))?.[1] ?? '';
    expect(edges(read('haproxy.cfg')).every((edge) => edge.endsWith(`:${port}`))).toBe(true);
  });
});

describe('the logs of both load balancers', () => {
  it('S8 have the path of a request and not its query, which may be somebody’s phone', () => {
    expect(read('haproxy.cfg').match(/^ +(option httplog|log-format) ?.*$/gm)).toEqual([
      expect.stringContaining('"%HM %HPO '),
    ]);
    expect(read('haproxy.cfg')).not.toMatch(/^ +log-format .*%(\{.*\}|\[.*\])?(r|HU|HQ|HP)\b/m);
    const format = /^ +log_format site ([^;]+);/m.exec(read('nginx.conf'))?.[1] ?? '';
    expect(format).toContain('$request_method $uri ');
    expect(format).not.toMatch(/\$(request|request_uri|args|query_string|http_\w+|arg_\w+)\b/);
    expect(read('nginx.conf').match(/^ +access_log .*$/gm)).toEqual([expect.stringMatching(/ site;$/)]);
  });
});

describe('the page about running it', () => {
  const page = readFileSync(join(root, 'docs/running.md'), 'utf8');

  const commands = [...page.matchAll(/^```sh\n(.+?)^```$/gms)].map(([, block]) => block ?? '');

  it('has commands that a shell understands', () => {
    expect(commands.length).toBeGreaterThan(3);
    for (const each of commands) expect(run('sh', ['-n', '-c', each])).toEqual({ status: 0, said: '' });
  });

  it('restarts one process after another, waits for each at its own port, and stops at one that does not come back', () => {
    const place = join(folder, 'etc');
    mkdirSync(place);
    for (const [name, kind] of ['engine-1', 'engine-2', 'jobs-1', 'edge-1'].map((each) => [each, each.split('-')[0]])) {
      cpSync(join(deploy, `env/${kind}-1.env`), join(place, `${name}.env`));
    }
    const loop = commands.find((each) => each.startsWith('for unit in'))?.replaceAll('/etc/plecho', place) ?? '';
    const restarted = (failing: string): Said =>
      run('sh', [
        '-c',
        `systemctl() { echo "$2"; }; curl() { for each; do :; done; echo "$each"; ${failing}; }\n${loop}`,
      ]);
    const answers = (name: string, port: number): string => `plecho@${name}\nhttp://127.0.0.1:${port}/health/ready\n`;
    const engines = answers('engine-1', 3100) + answers('engine-2', 3100);
    expect(restarted('[ $unit != edge-1 ]').said).toBe(
      `${engines}${answers('jobs-1', 3200)}${answers('edge-1', 3000)}edge-1 is not ready\n`,
    );
    expect(restarted('[ $unit != engine-2 ]').said).toBe(`${engines}engine-2 is not ready\n`);
  });

  it('takes out all that a restore has set, and names another place for the log', () => {
    const block = commands.find((each) => each.includes('ALTER SYSTEM RESET')) ?? '';
    const config = adapted('postgresql/plecho.conf');
    const script = block.replaceAll('/etc/postgresql/15/main/conf.d/plecho.conf', config);
    const said = run('sh', [
      '-c',
      `install() { :; }; pg_ctlcluster() { :; }; runuser() { echo "$7"; }\n${script}`,
    ]).said;
    const set = [...read('postgresql/restore.sh').matchAll(/^ +echo "(\w+) = /gm)].map(([, name]) => name ?? '');
    const taken = [...said.matchAll(/^ALTER SYSTEM RESET (\w+)$/gm)].map(([, name]) => name ?? '');
    expect(set.length).toBeGreaterThan(3);
    expect(taken.toSorted()).toEqual(set.toSorted());
    const place = '%p /var/backups/plecho/wal-20261122/%f';
    expect(readFileSync(config, 'utf8')).toBe(
      read('postgresql/plecho.conf').replace('%p /var/backups/plecho/wal/%f', place),
    );
    expect(readFileSync(config, 'utf8')).toContain(place);
  });

  it('has the times of a takeover as they were measured, rounded up', () => {
    const { results } = JSON.parse(readFileSync(join(root, 'bench/results.json'), 'utf8')) as {
      results: { name: string; value: number; date: string }[];
    };
    const [, date = '', text = ''] = /away, on two cores \((\S+), (.+?) `npm/s.exec(page) ?? [];
    const takeovers = results.filter(({ name }) => name.startsWith('takeover of '));
    expect(new Set(takeovers.map((takeover) => takeover.date))).toEqual(new Set([date]));
    const told = [...text.matchAll(/within ([\d.]+) s/g)].map(([, seconds]) => Number(seconds));
    expect(told).toEqual(takeovers.map(({ value }) => Math.ceil(value * 10) / 10));
  });

  it('leads to files that are there', () => {
    const links = [...page.matchAll(/\]\((\.\.\/[^)#]+)\)/g)].map(([, link]) => link ?? '');
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((link) => !existsSync(join(root, 'docs', link)))).toEqual([]);
  });

  it('speaks of figures that the processes give', async () => {
    const figures = readFileSync(join(root, 'apps/server/src/wiring/figures.ts'), 'utf8');
    const common = await createMetrics().text();
    const isGiven = (name: string): boolean => {
      const own = name.replace(/^plecho_(market|connections|operations)_/, '');
      return common.includes(`# TYPE ${name} `) || figures.includes(`'${name}'`) || figures.includes(`('${own}'`);
    };
    const named = [...new Set(page.match(/\bplecho_[a-z_\d]+/g))].filter(
      (name) => !/^plecho_(app|owner|backup)$/.test(name),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !isGiven(name))).toEqual([]);
  });
});
