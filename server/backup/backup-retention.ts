// Parses backup names to times; finds the backups that the retention rule (BACKUP_KEEP) expires.
import { archiveSuffix } from '@fairlead/backend/backup';

const namePattern = /^fairlead-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z/;
const dayMs = 86_400_000;

/** Names sort by time, in UTC. */
export function backupNameAt(at: Date): string {
  return `fairlead-${at.toISOString().replaceAll(/[:-]|\.\d+/g, '')}${archiveSuffix}`;
}

/**
 * Names of backups that `keep` ("7d 4w 12m") no longer needs: for each of the last days, weeks and months that have
 * one, the newest is kept. Names that are not of backups are never returned.
 */
export function findBackupsBeyondRetention(names: string[], keep: string): string[] {
  const backups = names
    .flatMap((name) => {
      const at = parseBackupTime(name);
      return at === undefined ? [] : [{ name, at }];
    })
    .toSorted((one, other) => other.at - one.at);
  const kept = new Set(backups.slice(0, 1));
  for (const part of keep.split(' ')) {
    const seen = new Set<string | number>();
    for (const backup of backups) {
      const period = periodOf(part.at(-1) ?? '', backup.at);
      if (seen.has(period) || seen.size >= Number.parseInt(part, 10)) continue;
      seen.add(period);
      kept.add(backup);
    }
  }
  return backups.filter((backup) => !kept.has(backup)).map(({ name }) => name);
}

/** When a backup began, by its name. */
export function parseBackupTime(name: string): number | undefined {
  const parts = namePattern.exec(name);
  if (!parts || !name.endsWith(archiveSuffix)) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

function periodOf(unit: string, at: number): string | number {
  if (unit === 'd') return Math.floor(at / dayMs);
  // Weeks begin on Monday; day 0 of the epoch was a Thursday.
  if (unit === 'w') return Math.floor((at / dayMs + 3) / 7);
  return new Date(at).toISOString().slice(0, 7);
}

const logDays = 7;

/** WAL is kept for the last 7 days, from the newest backup that is older; if there is none, from the oldest. */
export function walNeededSince(names: string[], now = Date.now()): number {
  const times = names.flatMap((name) => parseBackupTime(name) ?? []).toSorted((one, other) => one - other);
  return times.findLast((at) => at <= now - logDays * dayMs) ?? times[0] ?? 0;
}

/** Names of backups that began before `at`, newest first. */
export function backupNamesBefore(names: string[], at: number): string[] {
  return names
    .filter((name) => (parseBackupTime(name) ?? Number.NaN) <= at)
    .toSorted()
    .toReversed();
}
