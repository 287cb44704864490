// Doctor check of the backups: settings, target, status, disk.
import type { BackupTarget } from '@fairlead/backend/backup';
import { describeIncompleteBackupSetup, missingBackupSettings } from '../backup/backup-setup.ts';
import { checkTargetSpace } from '../backup/check-target-space.ts';
import { openBackupTarget } from '../backup/open-target.ts';
import { describePassphrases, findUnopenedNewest, readSiteBackups } from '../backup/read-site-backups.ts';
import { hasBackupFolder } from '../backup/site-backup-folder.ts';
import { checkBackupTarget, OtherPassphraseError } from '../backup/target-identity.ts';
import type { ServerConfig } from '../settings/config.ts';
import type { DoctorFinding } from '../probes/doctor-finding.ts';
import { probes } from '../probes/probes.ts';

/** Reads only; makes no backup. */
export async function checkBackups(config: ServerConfig): Promise<DoctorFinding[]> {
  const half = describeIncompleteBackupSetup(config);
  const missing = missingBackupSettings(config);
  if (half) return [{ what: 'backups', finding: half, fix: `set ${missing.join()} and restart the server` }];
  if (missing.length > 0) {
    const finding = 'none are made: if this disk fails, everything on it is lost';
    return [{ what: 'backups', finding, fix: `set ${missing.join(' and ')} and restart the server` }];
  }
  const found = await Promise.all(probes.backups.map((probe) => probe.findProblems(config)));
  return [...(await examineTarget(config)), ...found.flat()];
}

async function examineTarget(config: ServerConfig): Promise<DoctorFinding[]> {
  try {
    await checkBackupTarget(config);
    if (!hasBackupFolder(config)) return [];
    const { target } = openBackupTarget(config);
    return [...(await examineSpace(config, target)), ...(await examinePassphrases(config))];
  } catch (error) {
    const { message } = error as Error;
    if (!(error instanceof OtherPassphraseError))
      return [{ what: 'backup target', finding: message, fix: 'backups resume once it is back' }];
    const fix = 'nothing is backed up until one of the two is done';
    return [{ what: 'backup passphrase', finding: message, fix }, ...(await examinePassphrases(config))];
  }
}

async function examineSpace(config: ServerConfig, target: BackupTarget): Promise<DoctorFinding[]> {
  try {
    await checkTargetSpace(config, target);
    return [];
  } catch (error) {
    return [
      { what: 'backup space', finding: (error as Error).message, fix: 'until then, the next backup fails' },
    ];
  }
}

/** A problem only if a restore would begin with a backup that BACKUP_PASSPHRASE does not open. */
async function examinePassphrases(config: ServerConfig): Promise<DoctorFinding[]> {
  const found = await readSiteBackups(config);
  const lines = describePassphrases(found);
  if (lines.length === 0) return [];
  const fix =
    'keep a copy of each passphrase on another machine: without it, no one can restore these backups';
  return [
    {
      what: 'backup passphrases',
      finding: lines.join('; '),
      fix,
      isWarning: findUnopenedNewest(found) === undefined,
    },
  ];
}
