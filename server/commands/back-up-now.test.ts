import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startProductProgram } from '@fairlead/backend/testing';
import { readBackupStatus } from '../backup/backup-status.ts';

vi.setConfig({ testTimeout: 60_000 });

let root: string;
let dataDir: string;
let mount: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'backup-command-'));
  dataDir = join(root, 'data');
  mount = join(root, 'mount');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'keys.json'), '{}', { mode: 0o600 });
});
afterEach(() => rmSync(root, { recursive: true }));

/** With DATABASE_URL a backup contains files and keys, and no database is read. */
async function backup(args: string[] = [], environment: Record<string, string> = {}) {
  const program = startProductProgram(['server/commands/main.ts', 'backup', ...args], {
    TMPDIR: tmpdir(),
    DATA_DIR: dataDir,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
    BACKUP_TO: mount,
    BACKUP_PASSPHRASE: 'a passphrase that is long',
    ...environment,
  });
  const code = await program.exited;
  return { code, output: program.standardOutput(), errors: program.errors() };
}

function archives(): string[] {
  const [site = ''] = readdirSync(mount);
  return readdirSync(join(mount, site)).filter((name) => name.endsWith('.age'));
}

test('B-161 a target that is not mounted ends with 1 and is written down; --new-target takes another one @audit', async () => {
  expect(await backup()).toMatchObject({ code: 0, output: expect.stringContaining('verified') });
  renameSync(mount, join(root, 'disk'));
  mkdirSync(mount);
  expect(await backup()).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/BACKUP_TO: .*not mounted/),
  });
  expect(readdirSync(mount)).toEqual([]);
  expect(readBackupStatus(dataDir)).toMatchObject({
    succeeded: { isVerified: true },
    failed: { isTarget: true },
  });
  expect(await backup(['--new-target'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('is now the backup target of this site'),
  });
  expect(archives()).toHaveLength(1);
  expect(readBackupStatus(dataDir).failed).toBeUndefined();
});

test('B-162 a backup that cannot be verified ends with 1, and the verified one of the same day stays @audit', async () => {
  await backup();
  const [verified] = archives();
  // Makes the verification fail for lack of space.
  const failed = await backup([], { TMPDIR: '/proc' });
  expect(failed).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/not verified: .*too little space/),
  });
  expect(archives()).toHaveLength(2);
  expect(archives()).toContain(verified);
  const { succeeded, failed: recorded } = readBackupStatus(dataDir);
  expect(succeeded?.file).toContain(verified);
  expect(recorded?.message).toContain('not verified');
  expect(existsSync(succeeded?.file ?? '')).toBe(true);
});
