// The rebuild-database command: for a database that has another form of the unreleased migration.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MigrationSet, OtherUnreleasedError, readMigrationStatus } from '@fairlead/backend/database';
import { startEmbeddedServer, type EmbeddedServer } from '@fairlead/backend/embedded';
import { readMigrationSets, readProject } from '@fairlead/backend/project';
import { rebuildDatabase } from '@fairlead/backend/upgrade';
import { makeRestorePoint, type UpgradeInProgress } from '../boot/begin-upgrade.ts';
import { ConfigError, readConfig } from '../settings/config.ts';
import { disableInfoLogs, writeLog } from '../log/write-log.ts';
import { projectRoot } from '../project-root.ts';
import { readProgramVersion } from '../process/read-program-version.ts';
import type { CommandCall } from './command-declaration.ts';
import { executedTables } from './executed-tables.ts';

export async function rebuildEmbeddedDatabase({ environment }: CommandCall): Promise<void> {
  const { DATA_DIR, DATABASE_URL, SUPABASE_URL } = readConfig(environment);
  if (DATABASE_URL || SUPABASE_URL)
    throw new ConfigError(
      'the database is elsewhere (DATABASE_URL or SUPABASE_URL): follow docs/operate/upgrade.md, "A database of an unreleased version"',
    );
  disableInfoLogs();
  const sets = await readMigrationSets(readProject(projectRoot, environment));
  const server = await startEmbeddedServer({ dataDir: DATA_DIR, log: writeLog, takeOver: false });
  let upgrade: UpgradeInProgress | null = null;
  try {
    upgrade = await beginRebuild(server, sets);
    const rows = upgrade && (await moveRows(server, sets));
    await upgrade?.finish();
    await server.stop();
    process.stdout.write(
      rows === null
        ? 'Nothing was changed: the database has no other form of the unreleased migration.\n'
        : `The database was made anew with its ${rows} rows. For 14 days, undo-upgrade returns to the one before.\n`,
    );
  } catch (error) {
    // This stops the server.
    if (upgrade !== null) throw await upgrade.undo(error);
    await server.stop();
    throw error;
  }
}

/** Null if the migrations lead from this database to the present form. */
async function beginRebuild(server: EmbeddedServer, sets: MigrationSet[]): Promise<UpgradeInProgress | null> {
  const program = readProgramVersion();
  try {
    await readMigrationStatus(server.connection, sets, program, writeLog);
    return null;
  } catch (error) {
    if (!(error instanceof OtherUnreleasedError)) throw error;
    return makeRestorePoint(server, { program, log: writeLog, from: program });
  }
}

function moveRows({ connection }: EmbeddedServer, sets: MigrationSet[]): Promise<number> {
  return rebuildDatabase(connection, {
    sets,
    program: readProgramVersion(),
    // mail_results is the former name of mail_kinds
    ownedByMigrations: [...executedTables, 'private.content_types', 'private.mail_results'],
    async onCopied(client) {
      const files = globSync('supabase/schemas/*/data.sql', { cwd: projectRoot }).toSorted();
      for (const file of files) await client.query(readFileSync(join(projectRoot, file), 'utf8'));
    },
  });
}
