import { closeAll } from '@fairlead/backend/errors/close-all.ts';
import type { Backend } from '@fairlead/backend/index.ts';
import { openDatabase, type DatabaseOptions, type OpenDatabase } from './open-database.ts';

export interface BootOptions {
  database: DatabaseOptions;
  create: (database: OpenDatabase) => Backend;
  /** SQL files, each run once for a database. */
  seedFiles: string[];
}

export interface BootedBackend {
  backend: Backend;
  database: OpenDatabase;
  /** Files that were run by this start. */
  applied: { migrations: string[]; seeds: string[] };
  close(): Promise<void>;
}

/** Throws errors that name the fix, with nothing left running. */
export async function bootBackend({
  database: options,
  create,
  seedFiles,
}: BootOptions): Promise<BootedBackend> {
  const database = await openDatabase(options);
  let backend: Backend | undefined;
  const close = (): Promise<void> => closeAll([() => backend?.close(), () => database.stop()]);
  try {
    options.signal?.throwIfAborted();
    backend = create(database);
    const migrations = await backend.migrate();
    options.signal?.throwIfAborted();
    const seeds = seedFiles.length > 0 ? await backend.seed(seedFiles) : [];
    return { backend, database, applied: { migrations, seeds }, close };
  } catch (error) {
    await close();
    throw options.databaseUrl === undefined ? error : explainMissingPrivilege(error);
  }
}

const insufficientPrivilege = '42501';

/** The first migration creates the roles of the protocol, which an ordinary login may not. */
function explainMissingPrivilege(error: unknown): unknown {
  const { message, cause } = error as Error;
  if ((cause as { code?: string } | undefined)?.code !== insufficientPrivilege) return error;
  return new Error(
    `DATABASE_URL: ${message}; its login must be a superuser, or one that may create roles with BYPASSRLS`,
    { cause: error },
  );
}
