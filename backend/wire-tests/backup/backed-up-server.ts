// A server whose folder is backed up, and restored elsewhere.
import { createWriteStream, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  type WalArchiver,
  type WalArchiverOptions,
  createWalArchiver,
} from '../../src/backup/continuous/create-wal-archiver.ts';
import { readCurrentWalStream } from '../../src/backup/continuous/wal-archive-state.ts';
import { createBackup } from '../../src/backup/create-backup.ts';
import { removeRestoredData } from '../../src/backup/remove-restored-data.ts';
import { createFolderTarget } from '../../src/backup/targets/folder-target.ts';
import { startEmbeddedServer } from '../../src/database/embedded-server.ts';
import { fillWithPristine } from '../fill-with-pristine.ts';
import { queryRows } from '../query-rows.ts';
import { setUp, setUpFolder } from '../set-up.ts';
import { passphrase } from './archive-entries.ts';

type Query = (sql: string) => ReturnType<typeof queryRows>;

export function setUpBackedUpServer(mode?: number) {
  const root = setUpFolder(mode);
  const [dataDir, backups] = [join(root, 'data'), join(root, 'backups')];
  for (const folder of [dataDir, backups]) mkdirSync(folder, { mode: 0o711 });
  const target = createFolderTarget(backups);
  const server = setUp(async () => {
    await fillWithPristine(dataDir);
    return startEmbeddedServer({ dataDir });
  });
  const database = () => ({ connection: server.connection, cluster: server.clusterFolder });
  const stream = () => readCurrentWalStream(dataDir, target.locate(''));
  return {
    root,
    dataDir,
    backups,
    target,
    server,
    stream,
    query: ((sql) => queryRows(server.connection, sql)) satisfies Query,
    /** A new archiver, as another process would open it. */
    openArchiver: (options: Partial<WalArchiverOptions> = {}): WalArchiver =>
      createWalArchiver({ dataDir, database: database(), target, filesSince: async () => 0, ...options }),
    /** Of the current stream, oldest first. */
    pieces(): string[] {
      const folder = join(backups, 'log', stream()?.name ?? '', 'pieces');
      const files = readdirSync(folder).toSorted();
      return files.map((file) => join(folder, file));
    },
    backUp(file: string): ReturnType<typeof createBackup> {
      const options = { dataDir, passphrase, program: '0.1.0', settings: ['SITE_URL'] };
      return createBackup({ ...options, database: database(), log: stream() }, createWriteStream(file));
    },
  };
}

/**
 * What the operator does after a restore: starts the database for `work`, and stops it. The restored data is removed
 * after the test.
 */
export async function reopen<Result>(
  dataDir: string,
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  onTestFinished(() => removeRestoredData(dataDir));
  const server = await startEmbeddedServer({ dataDir });
  try {
    return await work((sql) => queryRows(server.connection, sql));
  } finally {
    await server.stop();
  }
}
