import { connectClient } from '../../src/storage/connection.ts';
import { migrate } from '../../src/storage/migrate.ts';

/** A database with all migrations and with nothing in it; tests work on copies of it. */
export const TEMPLATE = { database: 'plecho_template', schema: 'template' } as const;

/** Makes it anew. @param adminUrl of another database of the same server, whose owner may make databases */
export async function prepareTemplate(adminUrl: string): Promise<void> {
  const admin = await connectClient({ connectionString: adminUrl });
  await admin.query(`DROP DATABASE IF EXISTS ${TEMPLATE.database} WITH (FORCE)`);
  await admin.query(`CREATE DATABASE ${TEMPLATE.database}`);
  await admin.end();
  const url = new URL(adminUrl);
  url.pathname = `/${TEMPLATE.database}`;
  await migrate({ ownerUrl: url.href, schema: TEMPLATE.schema });
}
