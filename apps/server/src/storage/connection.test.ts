import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { appConfig, ownerConfig } from './connection.ts';

const app = { user: 'shop_app', password: 'of the application' };

describe.each([
  ['postgres://owner:secret@db.example:5433/shop', 'db.example'],
  ['postgres://db.example/shop?user=owner&password=secret', 'db.example'],
  ['postgres:///shop?host=/run/postgresql&user=owner', '/run/postgresql'],
  ['postgres://owner@/shop?host=%2Frun%2Fpostgresql', '/run/postgresql'],
  ['postgres://owner@%2Frun%2Fpostgresql/shop', '/run/postgresql'],
])('%s', (ownerUrl, host) => {
  it('S12 the application never comes in as the owner, however the connection string names them', () => {
    const client = new Client(appConfig({ ownerUrl, schema: 'plecho', app }));
    expect(client).toMatchObject({ ...app, host, database: 'shop' });
    expect(new Client(ownerConfig({ ownerUrl, schema: 'plecho' }))).toMatchObject({ user: 'owner', host });
  });
});

it('S12 temporary tables come after those of the product, whatever the connection string asks for', () => {
  const ownerUrl = 'postgres://owner@db.example/shop?options=-c%20search_path%3Dpg_temp%20-c%20statement_timeout%3D9s';
  expect(appConfig({ ownerUrl, schema: 'plecho', app }).options).toBe(
    '-c search_path=pg_temp -c statement_timeout=9s -c search_path=plecho,pg_temp -c timezone=UTC',
  );
});
