import { PRODUCT_SCHEMA, type Target } from './connection.ts';
import { startEmbedded } from './embedded/embedded.ts';
import { migrate } from './migrate.ts';

export interface Database {
  target: Target;
  /** Lets go of it: the embedded one stops unless another process is using it. */
  release(): Promise<void>;
}

/**
 * Finds or starts the database of an installation and brings its tables up to date.
 * @throws StorageError with one line for the person at the terminal
 */
export async function openDatabase(config: { databaseUrl: string | undefined; dataDir: string }): Promise<Database> {
  const embedded = config.databaseUrl === undefined ? await startEmbedded(config.dataDir) : null;
  const release = async (): Promise<void> => embedded?.release();
  try {
    const target = await migrate({ ownerUrl: embedded?.url ?? config.databaseUrl ?? '', schema: PRODUCT_SCHEMA });
    return { target, release };
  } catch (error) {
    await release();
    throw error;
  }
}
