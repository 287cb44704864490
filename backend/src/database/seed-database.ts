// Runs seed files, each once per database.
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Client } from 'pg';
import type { LogWriter } from '../errors/log-entry.ts';
import type { ConnectionParameters } from './connection-parameters.ts';
import { readSqlFile } from './migration-files.ts';
import { runSqlScript } from './run-sql-script.ts';
import { decodeSqlFile, SqlFileError } from './sql-file-error.ts';
import { withMigrationLock } from './migration-lock.ts';
import { migrationSettingsSql } from './database-client.ts';

/**
 * A file that was run is not run again when it changes, because people may have edited or removed its rows. Returns the
 * files run now.
 */
export async function seedDatabase(
  connection: ConnectionParameters,
  files: readonly string[],
  log: LogWriter = () => {},
): Promise<string[]> {
  async function run(client: Client): Promise<string[]> {
    const done: string[] = [];
    for (const path of files) {
      const file = basename(path);
      const title = `Seed file ${file}`;
      const { sql, problem } = decodeSqlFile(await readSqlFile(path, title));
      try {
        await client.query(`set search_path = "$user", public, extensions; begin`);
        const { rowCount } = await client.query(
          `insert into backend.migrations (source, version, file, checksum)
           values ('seed', $1, $1, $2) on conflict do nothing`,
          [file, createHash('sha256').update(sql).digest('hex')],
        );
        if (rowCount === 1) {
          if (problem) throw problem;
          await runSqlScript(client, sql);
          done.push(file);
        }
        await client.query('commit');
        await client.query(migrationSettingsSql);
      } catch (error) {
        await client.query('rollback').catch(() => {});
        throw new SqlFileError({ title, sql, isOwn: true }, error, 'nothing of it was added');
      }
    }
    return done;
  }
  return withMigrationLock(connection, run, { log });
}
