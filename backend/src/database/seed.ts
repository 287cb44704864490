import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { StartupError } from '../errors/startup-error.ts';
import type { DatabaseConnection } from './connection.ts';
import { describeSqlError } from './describe-sql-error.ts';
import { withMigrationLock } from './migrate.ts';
import { runScript } from './run-script.ts';

/**
 * A file that was run is not run again when it changes: people may have edited or removed its rows. Returns the files
 * run now.
 */
export async function seed(connection: DatabaseConnection, files: readonly string[]): Promise<string[]> {
  return withMigrationLock(connection, async (client) => {
    const done: string[] = [];
    for (const path of files) {
      const file = basename(path);
      const sql = await readFile(path, 'utf8');
      try {
        await client.query(
          `set client_min_messages = warning; set search_path = "$user", public, extensions; begin`,
        );
        const { rowCount } = await client.query(
          `insert into backend.migrations (source, version, file, checksum)
           values ('seed', $1, $1, $2) on conflict do nothing`,
          [file, createHash('sha256').update(sql).digest('hex')],
        );
        if (rowCount === 1) {
          await runScript(client, sql);
          done.push(file);
        }
        await client.query('commit');
        await client.query('reset all');
      } catch (error) {
        await client.query('rollback').catch(() => {});
        throw new StartupError(`Seed file ${file} failed${describeSqlError(sql, error)}`, { cause: error });
      }
    }
    return done;
  });
}
