// Finds out which backups of this site BACKUP_PASSPHRASE opens, each by itself, and describes it.
import type { PassphraseVerdict } from '@fairlead/backend/backup';
import { formatCommandLine, untilAborted } from '@fairlead/backend/errors';
import type { ServerConfig } from '../settings/config.ts';
import { testBackup } from './backup-passphrases.ts';
import { parseBackupTime } from './backup-retention.ts';
import { listBackups, type FoundBackup } from './find-backups.ts';
import { openBackupTarget } from './open-target.ts';
import { openFormerBackupTargets } from './target-identity.ts';

type Verdict = PassphraseVerdict | 'not tested';

/** The backups of one folder for which BACKUP_PASSPHRASE has the same effect. */
export interface SiteBackups {
  folder: string;
  /** Newest first. */
  names: string[];
  /** How many the folder has, with those of other groups. */
  total: number;
  verdict: Verdict;
}

/** Each test needs 64 MiB for a moment. */
const testsAtOnce = 2;

/**
 * Tests every backup, because one folder can contain those of several passphrases, if some were copied there. First the
 * newest one of the present folder, last those in folders that were left when the passphrase changed. What is not tested
 * when the signal is aborted is returned as such.
 */
export async function readSiteBackups(config: ServerConfig, signal?: AbortSignal): Promise<SiteBackups[]> {
  const opened = openBackupTarget(config);
  const targets = [opened.target, ...openFormerBackupTargets(config)];
  const folders = await Promise.all(targets.map(listBackups));
  const verdicts = new Map<FoundBackup, Verdict>();
  const waiting = folders.flat().values();
  const test = async (): Promise<void> => {
    for (const backup of waiting) {
      if (signal?.aborted) break;
      const work = testBackup(backup, opened.passphrase);
      verdicts.set(backup, await (signal ? untilAborted(work, signal).catch(() => 'not tested') : work));
    }
  };
  await Promise.all(Array.from({ length: testsAtOnce }, test));
  return folders.flatMap((backups) =>
    [...Map.groupBy(backups, (backup) => verdicts.get(backup) ?? 'not tested')].map(([verdict, group]) => ({
      folder: group[0]?.target.locate('') ?? '',
      names: group.map(({ name }) => name),
      total: backups.length,
      verdict,
    })),
  );
}

/** The backup from which a restore would start, if BACKUP_PASSPHRASE does not open it. */
export function findUnopenedNewest([first]: readonly SiteBackups[]): string | undefined {
  return first?.verdict === 'opens' || first?.verdict === 'not tested' ? undefined : first?.names[0];
}

/** Lines that say which backups open with which passphrase; none if all open with BACKUP_PASSPHRASE. */
export function describePassphrases(found: readonly SiteBackups[]): string[] {
  if (found.every(({ verdict }) => verdict === 'opens')) return [];
  const newest = findUnopenedNewest(found);
  const lines = found.map(describeGroup);
  return newest === undefined
    ? lines
    : [`the newest backup, ${newest}, doesn't open with BACKUP_PASSPHRASE`, ...lines];
}

function describeGroup({ folder, names, total, verdict }: SiteBackups): string {
  const isOne = names.length === 1;
  const all = total === 1 ? 'the backup' : `the ${total} backups`;
  const backups = names.length === total ? all : `${names.length} of ${all}`;
  const [newest = ''] = names;
  const upTo = new Date(parseBackupTime(newest) ?? 0).toISOString();
  const what: Record<Verdict, string> = {
    opens: `${isOne ? 'opens' : 'open'} with the present BACKUP_PASSPHRASE`,
    'another passphrase': `${isOne ? 'opens' : 'open'} only with another BACKUP_PASSPHRASE, the one set when ${isOne ? 'it was' : 'they were'} made`,
    unreadable: `${isOne ? 'is' : 'are'} damaged: no passphrase opens ${isOne ? 'it' : 'them'}`,
    'not tested': `could not be tested in time: ${formatCommandLine('doctor')}`,
  };
  return `${backups} in ${folder}, up to ${upTo}, ${what[verdict]}${names.length === total ? '' : ` (${listNames(names)})`}`;
}

const longestList = 5;

function listNames(names: readonly string[]): string {
  const others = names.length - longestList;
  return names.slice(0, longestList).join(', ') + (others > 0 ? ` and ${others} older` : '');
}
