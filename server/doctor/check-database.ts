import { commandLine } from '@fairlead/backend/errors/command-line.ts';
import { join } from 'node:path';
import type { DatabaseConnection } from '@fairlead/backend/database/connection.ts';
import { readMigrations } from '@fairlead/backend/database/migration-files.ts';
import { createPool } from '@fairlead/backend/database/pool.ts';
import { projectRoot } from '../project-root.ts';
import { checkSessions } from './check-sessions.ts';
import type { Finding } from './finding.ts';

type Pool = ReturnType<typeof createPool>;

/** Of a database that runs; reads only. */
export async function checkDatabase(connection: DatabaseConnection): Promise<Finding[]> {
  const pool = createPool(connection, { max: 1 });
  try {
    return [
      ...(await checkSessions(connection)),
      ...(await checkSettings(pool)),
      ...(await checkMigrations(pool)),
    ];
  } catch (error) {
    const finding = `it does not answer (${(error as Error).message})`;
    return [{ what: 'database', finding, fix: 'look at its log: postgres.log in DATA_DIR, or DATABASE_URL' }];
  } finally {
    await pool.end();
  }
}

async function checkSettings(pool: Pool): Promise<Finding[]> {
  const { rows } = await pool.query<{ name: string; value: string }>(
    `select name, setting as value from pg_settings where name in ('fsync', 'full_page_writes') and setting <> 'on'`,
  );
  return rows.map(({ name, value }) => ({
    what: 'database',
    finding: `${name} is ${value}: a power cut can destroy it`,
    fix: `alter system set ${name} = on; then start it again`,
  }));
}

async function checkMigrations(pool: Pool): Promise<Finding[]> {
  const { rows: tables } = await pool.query<{ name: string | null }>(
    `select to_regclass('backend.migrations')::text as name`,
  );
  if (tables[0]?.name == null)
    return [
      {
        what: 'database',
        finding: 'it is empty: no server was started with it yet',
        fix: `check DATABASE_URL, then: ${commandLine('start')}`,
      },
    ];
  const files = await readMigrations(join(projectRoot, 'supabase', 'migrations'));
  const { rows } = await pool.query<{ version: string; file: string; checksum: string }>(
    `select version, file, checksum from backend.migrations where source = 'project' order by length(version), version`,
  );
  const applied = new Set(rows.map(({ checksum }) => checksum));
  const newest = files.at(-1)?.version ?? '';
  const pending = files.filter(({ checksum }) => !applied.has(checksum)).map(({ file }) => file);
  // Older ones are those that a base migration stands for.
  const newer = rows.filter(({ version }) => version > newest).map(({ file }) => file);
  const findings: Finding[] = [];
  if (pending.length > 0)
    findings.push({
      what: 'migrations',
      finding: `${pending.length} wait to be applied, the first is ${pending[0]}`,
      fix: `start the server of this version again: ${commandLine('start')} applies them`,
    });
  if (newer.length > 0)
    findings.push({
      what: 'migrations',
      finding: `the database is of a newer version: ${newer[0]} is unknown here`,
      fix: 'use the newer program',
    });
  return findings;
}
