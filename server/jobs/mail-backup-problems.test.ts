import { expect, test } from 'vitest';
import { describeBackupProblem, createBackupProblemMailer } from './mail-backup-problems.ts';

const at = '2026-11-22T03:30:00.000Z';
const now = Date.parse(at) + 3_600_000;
const succeeded = { at, file: '/mnt/backup/one', bytes: 1, isVerified: true };

test('owners are notified of a backup that failed or is missing, and of WAL that is not archived, with the time of the last good one', () => {
  expect(describeBackupProblem({ succeeded }, now)).toBeUndefined();
  expect(describeBackupProblem({ succeeded, failed: { at, message: 'the disk is full' } }, now)).toMatch(
    /failed: the disk is full\n\nThe last good backup is from 2026-11-22T03:30:00.000Z: \/mnt\/backup\/one/,
  );
  expect(describeBackupProblem({}, now)).toMatch(/overdue\.\n\nNo backups yet/);
  expect(describeBackupProblem({ succeeded }, now + 30 * 3_600_000)).toMatch(/overdue/);
  const failing = { since: at, message: 'the bucket is gone' };
  expect(describeBackupProblem({ succeeded, log: { failing } }, now)).toMatch(
    /not been backed up .* the bucket is gone/,
  );
  expect(describeBackupProblem({ succeeded, log: { failing } }, Date.parse(at) + 60_000)).toBeUndefined();
  const missing = { since: at, message: 'not mounted', isTarget: true };
  expect(describeBackupProblem({ succeeded, log: { failing: missing } }, Date.parse(at))).toMatch(
    /not mounted/,
  );
  // A hanging target reports no error.
  const log = { reachesTo: at };
  expect(describeBackupProblem({ succeeded, log }, now)).toMatch(
    /not been backed up since 2026-11-22T03:30.*does not respond/,
  );
  expect(describeBackupProblem({ succeeded, log }, Date.parse(at) + 60_000)).toBeUndefined();
});

test('a problem is mailed once, again each day while it lasts, and at once when it comes back', async () => {
  const sent: string[] = [];
  let stored: string | undefined;
  const mails = createBackupProblemMailer({
    send: async (problem) => void sent.push(problem),
    read: () => stored,
    write: (time) => (stored = time),
  });
  const day = 86_400_000;
  await mails.check('one', now);
  await mails.check('another text', now + 3_600_000);
  expect(sent).toEqual(['one']);
  await mails.check('one', now + day);
  expect(sent).toHaveLength(2);
  await mails.check(undefined, now + day + 1);
  await mails.check('two', now + day + 2);
  expect(sent).toEqual(['one', 'one', 'two']);
  // A clock that was set back.
  await mails.check('two', now - 10 * day);
  expect(sent).toHaveLength(4);
});
