import type { Client } from 'pg';
import { StartupError } from '../errors/startup-error.ts';

interface ServerFacts {
  number: number;
  name: string;
  database: string;
  encoding: string;
  isReplica: boolean;
  isReadOnly: boolean;
}

/** Throws a StartupError that names what is wrong with the server or the database, and the fix. */
export async function checkServer(client: Client): Promise<void> {
  const { rows } = await client.query<ServerFacts>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as name,
       current_database() as database, current_setting('server_encoding') as encoding,
       pg_is_in_recovery() as "isReplica", current_setting('transaction_read_only')::boolean as "isReadOnly"`,
  );
  const problem = rows[0] && findProblem(rows[0]);
  if (problem) throw new StartupError(problem);
}

function findProblem({
  number,
  name,
  database,
  encoding,
  isReplica,
  isReadOnly,
}: ServerFacts): string | undefined {
  if (number < 150_000)
    return `The database is PostgreSQL ${name}, but 15 or newer is needed: set DATABASE_URL to one`;
  // A cluster that was made without a locale has SQL_ASCII, which counts bytes and knows no letters beyond ASCII.
  if (encoding !== 'UTF8')
    return `The database ${database} is encoded in ${encoding}, but UTF8 is needed: make one with create database NAME template template0 encoding 'UTF8', and set DATABASE_URL to it`;
  if (isReplica)
    return 'The database is a replica, which takes no writes: set DATABASE_URL to the primary server';
  if (isReadOnly)
    return `The database ${database} is read only: alter database ${database} reset default_transaction_read_only (or the same of its role or server), then start again`;
  return undefined;
}
