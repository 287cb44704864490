import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recordBackupStatus, recordWalArchiveStatus } from '../backup/backup-status.ts';
import { openKnownBackupTarget } from '../backup/target-identity.ts';
import { readConfig, type ServerConfig } from '../settings/config.ts';
import { checkBackups } from './check-backups.ts';

const passphrase = 'a passphrase that is long';
let root: string;
let dataDir: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'check-backups-'));
  dataDir = join(root, 'data');
  mkdirSync(dataDir);
});
afterEach(() => rmSync(root, { recursive: true }));

function configure(environment: Record<string, string>): ServerConfig {
  return readConfig({ DATA_DIR: dataDir, SITE_URL: 'https://www.example.com', ...environment });
}

/** In this test, backups are on the same disk as the data. */
async function found(config: ServerConfig): Promise<string[]> {
  const findings = await checkBackups(config);
  const warnings = findings.filter(({ isWarning }) => isWarning);
  expect(warnings.map(({ what }) => what)).toEqual(
    config.BACKUP_PASSPHRASE && config.BACKUP_TO ? ['backup disk'] : [],
  );
  return findings.flatMap(({ what, finding, isWarning }) => (isWarning ? [] : [`${what}: ${finding}`]));
}

test('the doctor finds backups that are off, half set up, missing, failed, or without their target', async () => {
  const mount = join(root, 'mount');
  expect(await found(configure({}))).toEqual([expect.stringMatching(/^backups: none are made/)]);
  for (const site of ['http://localhost:3000', 'https://www.example.com']) {
    expect(await found(configure({ SITE_URL: site, BACKUP_TO: mount }))).toEqual([
      'backups: no backups are made: BACKUP_TO is set, but BACKUP_PASSPHRASE is not',
    ]);
    expect(await found(configure({ SITE_URL: site, BACKUP_PASSPHRASE: passphrase }))).toEqual([
      'backups: no backups are made: BACKUP_PASSPHRASE is set, but BACKUP_TO is not',
    ]);
  }
  const config = configure({ BACKUP_TO: mount, BACKUP_PASSPHRASE: passphrase });
  expect(await found(config)).toEqual([expect.stringMatching(/there are no good ones$/)]);
  const at = new Date().toISOString();
  const succeeded = { at, file: join(mount, 'x'), bytes: 1, isVerified: true };
  await openKnownBackupTarget(config);
  recordBackupStatus(dataDir, { succeeded });
  expect(await found(config)).toEqual([]);
  recordBackupStatus(dataDir, { succeeded, failed: { at, message: 'the disk is full' } });
  expect(await found(config)).toEqual([expect.stringMatching(/^backup: it failed .*the disk is full/)]);
  recordBackupStatus(dataDir, { succeeded });
  recordWalArchiveStatus(dataDir, { gap: { since: at, message: 'the log has a gap' } });
  expect(await found(config)).toEqual([expect.stringMatching(/^log: .*the log has a gap/)]);
  recordWalArchiveStatus(dataDir, {});
  renameSync(mount, join(root, 'elsewhere'));
  expect(await found(config)).toEqual([expect.stringMatching(/^backup target: BACKUP_TO: .*not mounted/)]);
});
