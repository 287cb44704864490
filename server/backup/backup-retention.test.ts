import { expect, test } from 'vitest';
import {
  backupNameAt,
  backupNamesBefore,
  findBackupsBeyondRetention,
  walNeededSince,
} from './backup-retention.ts';
import { findExpiredBackups } from './remove-expired.ts';
import { nextBackupTime } from './next-backup-time.ts';

const day = 86_400_000;
const newest = Date.UTC(2026, 10, 22, 3, 30);

test('the newest backup of each of the last days, weeks and months is kept', () => {
  const names = Array.from({ length: 400 }, (_, index) => backupNameAt(new Date(newest - index * day)));
  const expired = new Set(findBackupsBeyondRetention([...names, 'mine.txt', 'fairlead-1.tar'], '7d 4w 12m'));
  const kept = names.filter((name) => !expired.has(name)).map((name) => name.slice(9, 17));
  expect(kept.slice(0, 7)).toEqual(['22', '21', '20', '19', '18', '17', '16'].map((date) => `202611${date}`));
  // Sundays, then the last days of months.
  expect(kept.slice(7, 9)).toEqual(['20261115', '20261108'].filter((date) => kept.includes(date)));
  expect(kept.slice(-3)).toEqual(['20260228', '20260131', '20251231']);
  expect(kept.length).toBeLessThanOrEqual(23);
  expect(expired.has('mine.txt') || expired.has('fairlead-1.tar')).toBe(false);
});

test('the newest backup is kept whatever is configured; an earlier one of the same day is removed', () => {
  const morning = backupNameAt(new Date(newest));
  const evening = backupNameAt(new Date(newest + day / 2));
  expect(findBackupsBeyondRetention([morning, evening], '0d 0w 0m')).toEqual([morning]);
  expect(findBackupsBeyondRetention([evening, morning], '7d 4w 12m')).toEqual([morning]);
});

test('the next run is today or tomorrow, also over a change of the clock', () => {
  const now = new Date(2026, 10, 22, 2, 0);
  expect(nextBackupTime('03:30', now)).toEqual(new Date(2026, 10, 22, 3, 30));
  expect(nextBackupTime('02:00', now)).toEqual(new Date(2026, 10, 23, 2, 0));
  expect(nextBackupTime('01:59', now)).toEqual(new Date(2026, 10, 23, 1, 59));
});

test('the log is kept from the newest backup that is older than a week, else from the oldest', () => {
  const names = Array.from({ length: 10 }, (_, index) => backupNameAt(new Date(newest - index * day)));
  expect(walNeededSince(names, newest + day / 2)).toBe(newest - 7 * day);
  expect(walNeededSince(names.slice(0, 3), newest)).toBe(newest - 2 * day);
  expect(walNeededSince(['mine.txt'], newest)).toBe(0);
  const others = ['log/one/pieces/0000000006.zst.age', 'mine.txt'];
  expect(backupNamesBefore([...names, ...others], newest - day / 2)[0]).toBe(names[1]);
  expect(backupNamesBefore([...names, ...others], Infinity)).toEqual(names);
});

test('B-162 an unverified backup removes no other, does not count, and is removed once a newer one is verified', () => {
  const at = (days: number, hours = 0) => backupNameAt(new Date(newest - days * day + hours * 3_600_000));
  const options = { keep: '2d 0w 0m', now: newest + 5 * 3_600_000 };
  const [verified, later, today, before, old] = [at(0), at(0, 1), at(0, 2), at(1), at(2)];
  // Two backups of the same day.
  expect(findExpiredBackups([verified, later, today, before], [later, today], options)).toEqual([]);
  expect(findExpiredBackups([later, before, old], [later], options)).toEqual([]);
  expect(findExpiredBackups([verified, before, old], [before], options)).toEqual([before]);
  // A backup younger than a day may be in verification.
  expect(findExpiredBackups([today, later], [later], options)).toEqual([]);
  // Their number is limited even if none was verified.
  const nights = [1, 2, 3, 4, 5].map((days) => at(days));
  expect(findExpiredBackups(nights, nights, options)).toEqual(nights.slice(2));
});
