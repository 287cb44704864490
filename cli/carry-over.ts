import { readDatabaseUrl } from '@fairlead/backend/database/connection.ts';
import { startEmbeddedServer } from '@fairlead/backend/database/embedded-server.ts';
import { readConfig, type Config } from '../server/config.ts';
import { writeLog } from '../server/log/write-log.ts';
import { carryOver as carryDatabaseOver } from '../supabase/carry-over/carry-over.ts';
import type { Call } from './verb.ts';

/** For a database that was made by the first migrations (docs/decisions/0034). */
export async function carryOver({ environment }: Call): Promise<void> {
  const isCarried = await carryOverConfigured(readConfig(environment));
  process.stdout.write(isCarried ? 'the database is carried over; start as usual\n' : 'nothing to do\n');
}

async function carryOverConfigured({ SUPABASE_URL, DATABASE_URL, DATA_DIR }: Config): Promise<boolean> {
  if (SUPABASE_URL)
    throw new Error(
      'run supabase/carry-over/carry-over.sql in the SQL editor of the Supabase project, then start',
    );
  if (DATABASE_URL) return carryDatabaseOver(readDatabaseUrl(DATABASE_URL), writeLog);
  // Fails while a server uses the folder, and in a copy of it.
  const server = await startEmbeddedServer({ dataDir: DATA_DIR, takeOver: false });
  try {
    return await carryDatabaseOver(server.connection, writeLog);
  } finally {
    await server.stop();
  }
}
