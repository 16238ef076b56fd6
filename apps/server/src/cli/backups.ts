import { backUp } from '../storage/backup/backup.ts';
import { restore } from '../storage/backup/restore.ts';
import type { Database } from '../storage/database.ts';

const total = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

export async function backUpTo({ target }: Database, file: string): Promise<number> {
  const counts = await backUp(target, file);
  console.log(`backup: ${file}, ${total(counts)} rows, ${counts['users'] ?? 0} users, ${counts['trades'] ?? 0} trades`);
  return 0;
}

export async function restoreFrom({ target }: Database, file: string, force: boolean): Promise<number> {
  const counts = await restore(target, file, force);
  console.log(
    `restored: ${total(counts)} rows, ${counts['users'] ?? 0} users, ${counts['trades'] ?? 0} trades; ledger: ok`,
  );
  return 0;
}
