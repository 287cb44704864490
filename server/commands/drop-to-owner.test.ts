import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { startProductProgram } from '@fairlead/backend/testing';
import { folderForTest } from '@fairlead/backend/testing/set-up';
import { projectRoot } from '../project-root.ts';
import { operatorCommands } from './operator-commands.ts';

vi.setConfig({ testTimeout: 300_000 });

/** An account of every Linux, other than the one that runs the database of root. */
const daemon = { uid: 1, gid: 1 };
const isRoot = process.getuid?.() === 0;
const isReadable =
  isRoot && spawnSync('test', ['-r', join(projectRoot, 'server/commands/main.ts')], daemon).status === 0;
const asRoot = test.skipIf(!isRoot || !isReadable);

let root: string;
let dataDir: string;

beforeEach(() => {
  root = folderForTest(0o755);
  dataDir = join(root, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  writeFileSync(join(dataDir, 'keys.json'), '{}', { mode: 0o600 });
  for (const path of [root, dataDir, join(dataDir, 'keys.json')]) if (isRoot) chownSync(path, 1, 1);
});

async function run(args: string[], environment: Record<string, string> = {}, account = {}) {
  const program = startProductProgram(
    ['server/commands/main.ts', ...args],
    {
      // Every account may write there.
      TMPDIR: '/tmp',
      DATA_DIR: dataDir,
      BACKUP_TO: join(root, 'target'),
      BACKUP_PASSPHRASE: 'a passphrase that is long',
      ...environment,
    },
    account,
  );
  return { code: await program.exited, text: program.standardOutput() + program.errors() };
}

/** Everything in a folder that does not belong to the account of the service. */
function foreign(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(join(folder, name)).uid !== daemon.uid,
  );
}

const external = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' };

asRoot('B-277 what root runs in the folder of a service belongs to the account of the service', async () => {
  expect(await run(['backup'], external)).toMatchObject({ code: 0 });
  expect(await run(['rotate-key'])).toMatchObject({ code: 0 });
  expect(foreign(root)).toEqual([]);
  expect(await run(['rotate-key', 'SECRET_KEY', '--days', '0'], {}, daemon)).toMatchObject({ code: 0 });
});

asRoot('B-277 so does a folder below a mount point of root @audit', async () => {
  mkdirSync(join(dataDir, 'storage'), { mode: 0o700 });
  chownSync(join(dataDir, 'storage'), 1, 1);
  chownSync(dataDir, 0, 1);
  spawnSync('chmod', ['0770', dataDir]);
  expect(await run(['backup'], external)).toMatchObject({ code: 0 });
  expect(foreign(dataDir)).toEqual([]);
});

test('B-277 each command that uses the data folder declares it, because that is when root becomes its owner', () => {
  const others = operatorCommands.filter(({ dataFolder }) => dataFolder === undefined);
  // It drops once its own option has named its folder.
  expect(others.map(({ name }) => name)).toEqual(['backend']);
});

asRoot('B-277 a file of root is not called damaged, and no one is told to delete it', async () => {
  await run(['backup'], external);
  for (const file of [join(dataDir, 'storage', 'backup-folder.json'), join(dataDir, 'keys.json')]) {
    chownSync(file, 0, 0);
    const { code, text } = await run(
      [file.endsWith('keys.json') ? 'rotate-key' : 'backup'],
      file.endsWith('keys.json') ? {} : external,
      daemon,
    );
    expect(code).toBe(1);
    expect(text).toMatch(
      new RegExp(`${file} belongs to user 0, and this runs as user 1.*not lost: sudo chown 1:1`),
    );
    expect(text).not.toMatch(/damaged|delete/);
    chownSync(file, 1, 1);
  }
});
