import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';
import { PUBLIC_DATA } from './feeds/binance/hosts.ts';

describe('loadConfig', () => {
  it('needs nothing', () => {
    expect(loadConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      roles: ['edge', 'engine', 'jobs'],
      natsUrl: undefined,
      marketSeed: undefined,
      marketNames: undefined,
      binance: PUBLIC_DATA,
      logLevel: 'info',
      trustProxy: false,
      publicUrl: undefined,
      offlineShell: true,
      metricsToken: undefined,
    });
    expect(loadConfig({ PORT: '', DATABASE_URL: '' })).toEqual(loadConfig({}));
  });

  it('reads everything', () => {
    const config = loadConfig({
      PORT: '8080',
      HOST: '0.0.0.0',
      DATABASE_URL: 'postgres://u:p@db:5432/plecho',
      DATA_DIR: '/var/lib/plecho',
      ROLES: 'edge, jobs',
      NATS_URL: 'tls://user:secret@nats:4222',
      MARKET_SEED: 'class-7',
      MARKETS: 'binance, synthetic',
      BINANCE_REST_URL: 'http://127.0.0.1:9443',
      BINANCE_STREAM_URL: 'ws://127.0.0.1:9443',
      LOG_LEVEL: 'warn',
      TRUST_PROXY: '10.0.0.0/8, ::1/128',
      PUBLIC_URL: 'https://Plecho.example:8443/',
      OFFLINE_SHELL: 'off',
      METRICS_TOKEN: 'a-token-of-machines',
    });
    expect(config).toEqual({
      port: 8080,
      host: '0.0.0.0',
      databaseUrl: 'postgres://u:p@db:5432/plecho',
      dataDir: '/var/lib/plecho',
      roles: ['edge', 'jobs'],
      natsUrl: new URL('tls://user:secret@nats:4222'),
      marketSeed: 'class-7',
      marketNames: ['binance', 'synthetic'],
      binance: { restUrl: new URL('http://127.0.0.1:9443'), streamUrl: new URL('ws://127.0.0.1:9443') },
      logLevel: 'warn',
      trustProxy: ['10.0.0.0/8', '::1/128'],
      publicUrl: new URL('https://plecho.example:8443'),
      offlineShell: false,
      metricsToken: 'a-token-of-machines',
    });
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '1.5'],
    ['HOST', 'a b'],
    ['DATABASE_URL', 'mysql://u:secret@db/plecho'],
    ['DATABASE_URL', 'secret'],
    ['MARKET_SEED', 'a b'],
    ['MARKETS', 'binance,secret'],
    ['MARKETS', 'synthetic,synthetic'],
    ['BINANCE_REST_URL', 'secret'],
    ['BINANCE_REST_URL', 'ws://secret'],
    ['BINANCE_REST_URL', 'https://proxy.example/secret'],
    ['BINANCE_REST_URL', 'https://proxy.example?secret'],
    ['BINANCE_REST_URL', 'https://proxy.example/#secret'],
    ['BINANCE_REST_URL', 'https://user:secret@proxy.example'],
    ['BINANCE_STREAM_URL', 'https://secret'],
    ['BINANCE_STREAM_URL', 'wss://proxy.example/secret'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['TRUST_PROXY', '10.0.0.0'],
    ['PUBLIC_URL', 'plecho.example'],
    ['PUBLIC_URL', 'https://plecho.example/app'],
    ['PUBLIC_URL', 'https://user:secret@plecho.example'],
    ['PUBLIC_URL', 'ftp://plecho.example'],
    ['ROLES', 'edge,secret'],
    ['ROLES', 'edge,edge'],
    ['NATS_URL', 'http://secret'],
    ['NATS_URL', 'nats://user:secret%@nats:4222'],
    ['NATS_URL', 'nats://%ffuser:secret@nats:4222'],
    ['OFFLINE_SHELL', 'secret'],
    ['METRICS_TOKEN', 'secret'],
    ['METRICS_TOKEN', 'secret with spaces in it'],
  ])('refuses %s=%s in one line that names the variable and keeps the value to itself', (name, value) => {
    const load = (): unknown => loadConfig({ DATABASE_URL: 'postgres://db/plecho', [name]: value });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(new RegExp(`^${name}: [^\\n]+$`));
    expect(load).not.toThrow(/secret/);
  });
});
