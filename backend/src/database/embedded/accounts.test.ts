// Tests that need root, to become other users.
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { holdDatabase, postmasterPid } from '../../../wire-tests/database-holder.ts';
import { queryRows } from '../../../wire-tests/query-rows.ts';
import { folderForTest } from '../../../wire-tests/set-up.ts';
import { startEmbeddedServer } from '../embedded-server.ts';
import { writeAtomically } from '../folders.ts';

vi.setConfig({ testTimeout: 60_000 });

const asRoot = test.skipIf(process.getuid?.() !== 0);
const nobody = { uid: 65534, gid: 65534 };
/** Other users cannot run a clone that is inside a folder which only root may enter. */
const asOther = test.skipIf(
  process.getuid?.() !== 0 || spawnSync(process.execPath, ['--version'], nobody).status !== 0,
);
let folder: string;

beforeEach(() => void (folder = folderForTest(0o755)));

asRoot('as root the database runs as an unprivileged user', async () => {
  const server = await startEmbeddedServer({ dataDir: join(folder, 'data') });
  try {
    const pid = postmasterPid(server.clusterFolder);
    expect(statSync(`/proc/${pid}`).uid).toBe(65534);
    expect(statSync(server.clusterFolder).mode & 0o777).toBe(0o700);
    expect(server.clusterFolder).toBe(join(folder, 'data', 'postgres'));
  } finally {
    await server.stop();
  }
});

asRoot(
  'as root in a folder only its owner may enter, cluster and binaries live under /var/lib and no mode changes @audit',
  async () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const dataDir = join(closed, 'data');
    const first = await startEmbeddedServer({ dataDir });
    onTestFinished(() => rmSync(dirname(first.clusterFolder), { recursive: true, force: true }));
    await queryRows(first.connection, 'create table kept as select 1 as n');
    await first.stop();
    expect(first.clusterFolder).toMatch(/^\/var\/lib\/fairlead\/[0-9a-f]{16}\/postgres$/);
    expect(JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8'))).toMatchObject({
      home: dirname(first.clusterFolder),
    });
    expect(statSync(closed).mode & 0o777).toBe(0o700);
    expect(statSync(folder).mode & 0o777).toBe(0o755);

    const holder = await holdDatabase(dataDir);
    expect(await queryRows(holder.connection, 'select n from kept')).toEqual([{ n: 1 }]);
    await expect(startEmbeddedServer({ dataDir })).rejects.toThrow(
      `Another server (process ${holder.pid}) is using ${dataDir}`,
    );

    await holder.end();

    rmSync(dirname(first.clusterFolder), { recursive: true });
    await expect(startEmbeddedServer({ dataDir })).rejects.toThrow('which is gone: bring it back');
  },
);

asOther(
  'an ordinary user has everything in the data folder, and root continues with it as that user @audit',
  async () => {
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    chownSync(dataDir, nobody.uid, nobody.gid);
    const holder = await holdDatabase(dataDir, nobody);
    expect(holder.rejection).toBeUndefined();
    await queryRows(holder.connection, 'create table kept as select 1 as n');
    expect(holder.cluster).toBe(join(dataDir, 'postgres'));
    await holder.end();

    const server = await startEmbeddedServer({ dataDir });
    try {
      expect(await queryRows(server.connection, 'select n from kept')).toEqual([{ n: 1 }]);
      expect(statSync(`/proc/${postmasterPid(server.clusterFolder)}`).uid).toBe(nobody.uid);
    } finally {
      await server.stop();
    }
  },
);

asOther('root leaves a file to its owner, who replaces one of root', () => {
  const file = join(folder, 'state.json');
  chownSync(folder, nobody.uid, nobody.gid);
  writeAtomically(file, 'of root');
  expect(statSync(file)).toMatchObject({ uid: 0, mode: 0o100600 });
  const program = `import { writeAtomically } from '${import.meta.resolve('../folders.ts')}';
    writeAtomically('${file}', 'of its owner');`;
  execFileSync(process.execPath, ['--input-type=module', '-e', program], { ...nobody, stdio: 'pipe' });
  expect(statSync(file)).toMatchObject({ uid: nobody.uid, mode: 0o100600 });
  writeAtomically(file, 'of root again');
  expect(statSync(file)).toMatchObject({ uid: nobody.uid, gid: nobody.gid, mode: 0o100600 });
  expect(readFileSync(file, 'utf8')).toBe('of root again');
});

asOther('a folder of another user is rejected with the fix', async () => {
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o755 });
  const holder = await holdDatabase(dataDir, nobody);
  expect(holder.rejection).toBe(
    `${dataDir} cannot be written by this user: set DATA_DIR to a folder of your own, or change its owner`,
  );
  const below = await holdDatabase(join(dataDir, 'new'), nobody);
  expect(below.rejection).toContain('cannot be written by this user');
});

/** Returns an empty path if mounting is not permitted. */
function mountSmall(options: string): string {
  const mount = join(folder, 'mount');
  mkdirSync(mount);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', mount]);
  if (mounted.status !== 0) return '';
  onTestFinished(() => void execFileSync('umount', [mount]));
  return mount;
}

asRoot('a read-only and a full folder are rejected with the fix @audit', async (context) => {
  const readOnly = mountSmall('size=1m,ro');
  if (readOnly === '') return context.skip('mounting is not permitted here');
  const data = join(readOnly, 'data');
  await expect(startEmbeddedServer({ dataDir: data })).rejects.toThrow(
    `${data} is on a read-only file system: set DATA_DIR to a folder that can be written`,
  );
  execFileSync('mount', ['-o', 'remount,rw,size=8m', readOnly]);
  await expect(startEmbeddedServer({ dataDir: data })).rejects.toThrow(
    /full.*: free some space, or set DATA_DIR to a folder on another disk|full or broken; free some space/,
  );
  expect(existsSync(join(data, 'postgres'))).toBe(false);
  // Incomplete files do not prevent a start once there is space.
  execFileSync('mount', ['-o', 'remount,size=200m', readOnly]);
  const server = await startEmbeddedServer({ dataDir: data });
  await server.stop();
});
