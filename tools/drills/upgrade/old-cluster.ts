import { isDeepStrictEqual } from 'node:util';
import { mkdirSync } from 'node:fs';
import {
  type PostgresBinaries,
  lockAndRepairClusterDirectory,
  ensureReachableBinaries,
} from '@fairlead/backend/embedded';
import { type ConnectionParameters, migrateDatabase, type MigrationSet } from '@fairlead/backend/database';
import { startClusterWithClient } from '@fairlead/backend/upgrade';
import { findFreePort } from '../../../e2e/product/product.ts';
import type { Program } from '@fairlead/backend/testing';
import { startCommand } from '../../../e2e/product/command.ts';

export function assertDeepEqual(found: unknown, expected: unknown, what: string): void {
  if (!isDeepStrictEqual(found, expected))
    throw new Error(`${what}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`);
}

export interface OldCluster {
  connection: ConnectionParameters;
  migrate(sets: readonly MigrationSet[]): Promise<string[]>;
  query(sql: string): Promise<void>;
  /** Rows and checksum of every table. */
  readAll(): Promise<Record<string, string>>;
}

/** Runs the database as the older program does; creates it if it is missing. */
export async function withOldCluster<Result>(
  dataDir: string,
  binaries: PostgresBinaries,
  work: (old: OldCluster) => Promise<Result>,
): Promise<Result> {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const folder = await lockAndRepairClusterDirectory({ dataDir });
  const { directory } = folder;
  try {
    const session = await startClusterWithClient(
      { ...directory, binaries: ensureReachableBinaries(directory.folder, binaries, directory.account) },
      { fsync: 'off', max_wal_size: '4GB' },
    );
    try {
      return await work({
        connection: session.connection,
        migrate: (sets) => migrateDatabase(session.connection, sets, { program: '0.0.1' }),
        async query(sql) {
          // Some statements cannot run together with others.
          for (const statement of sql.includes('$$') ? [sql] : sql.split(';'))
            if (statement.trim()) await session.client.query(statement);
        },
        async readAll() {
          const { rows: tables } = await session.client.query<{ name: string }>(
            `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname !~ '^(pg_|information_schema)' order by 1`,
          );
          const all: Record<string, string> = {};
          for (const { name } of tables) {
            const { rows } = await session.client.query<{ text: string }>(
              `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as text from ${name} t`,
            );
            all[name] = rows[0]?.text ?? '';
          }
          return all;
        },
      });
    } finally {
      await session.end();
    }
  } finally {
    folder.close();
  }
}

export interface UpgradedServer extends Program {
  url: string;
}

export const upgradeKeys = {
  PUBLISHABLE_KEY: 'sb_publishable_drill_0123456789abcdef',
  SECRET_KEY: 'sb_secret_drill_0123456789abcdef',
};

/** Waits until it has printed these words, or has ended. */
export async function runServerUntilPrinted(
  settings: Record<string, string>,
  words: RegExp,
): Promise<UpgradedServer> {
  const port = await findFreePort();
  const command = startCommand(['server/commands/main.ts', 'start'], {
    PORT: String(port),
    ...upgradeKeys,
    ...settings,
  });
  await command.waitForOutput(words);
  return { ...command, url: `http://localhost:${port}` };
}

/** Sends kill -9 as soon as the condition is true. */
export async function killServerWhen(settings: Record<string, string>, isNow: () => boolean): Promise<void> {
  const command = startCommand(['server/commands/main.ts', 'start'], {
    PORT: String(await findFreePort()),
    ...upgradeKeys,
    ...settings,
  });
  await new Promise<void>((resolve, reject) => {
    const timer = setInterval(() => {
      if (!isNow()) return;
      clearInterval(timer);
      command.process.kill('SIGKILL');
      resolve();
    }, 1);
    command.process.once('close', () => {
      clearInterval(timer);
      reject(new Error(`it ended before it was to be killed:\n${command.output()}`));
    });
  });
  await command.exited;
}
