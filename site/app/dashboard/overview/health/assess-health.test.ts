import { expect, test } from 'vitest';
import type { HealthReport } from '../../../data/server-health.ts';
import { assessHealth } from './assess-health.ts';

const at = '2026-11-22T08:30:00Z';
const both = ['BACKUP_TO', 'BACKUP_PASSPHRASE'] as const;
const backup: Extract<HealthReport['backup'], { kind: 'nightly' }> = {
  kind: 'nightly',
  succeeded: { at, isVerified: true },
  failed: null,
  logFailing: null,
  isLate: false,
  nextAt: '2026-11-23T08:30:00Z',
  includesDatabase: true,
  isOnDataDisk: false,
  isTargetMissing: false,
};
const mail: HealthReport['mail'] = {
  kind: 'smtp',
  sentAt: at,
  problem: null,
  accountMails: null,
  sender: null,
};
const disk = { freeBytes: 54e9, sizeBytes: 80e9, isLow: false, databaseBytes: null, fileBytes: 950e6 };
const well: HealthReport = {
  localMode: false,
  backup,
  mail,
  disk,
  version: '1.0.0',
  outbox: { waiting: 0, oldestSeconds: 0, failed: 0 },
};

function problemsOf(change: Partial<HealthReport>): string[] {
  return assessHealth({ ...well, ...change }, 'America/Toronto').flatMap(({ problems }) =>
    problems.map(({ title }) => title),
  );
}

test('a site without a problem has one short line per area', () => {
  const areas = assessHealth(well, 'America/Toronto');
  expect(areas.flatMap(({ problems }) => problems)).toEqual([]);
  expect(areas.map(({ short }) => short)).toEqual([
    'Backed up',
    'Outgoing email works',
    '54 GB free',
    undefined,
  ]);
  expect(areas[2]?.facts).toEqual(['54 GB of 80 GB free.', 'Uploaded files use 950 MB.']);
});

test.each<[string, Partial<HealthReport>, string]>([
  [
    'backups that are off on a laptop',
    { backup: { kind: 'off', missing: [...both], includesDatabase: true }, localMode: true },
    'backup',
  ],
  ['backups of Supabase', { backup: { kind: 'elsewhere' } }, 'backup'],
  ['a first backup that is due', { backup: { ...backup, succeeded: null } }, 'backup'],
  ['mail that stays on a laptop', { mail: { kind: 'files' }, localMode: true }, 'mail'],
  ['a mail server that was never used', { mail: { ...mail, sentAt: null } }, 'mail'],
  [
    'a mailbox without an email yet',
    { mailIn: [{ way: 'imap', receivedAt: null, problem: null }] },
    'mail-in',
  ],
  ['a disk that cannot be read', { disk: null }, 'disk'],
])('B-464 an area without proof is not called good: %s', (_, change, id) => {
  const areas = assessHealth({ ...well, ...change }, 'America/Toronto');
  expect(areas.filter(({ level }) => level === 'unchecked').map((area) => area.id)).toEqual([id]);
  expect(areas.flatMap(({ problems }) => problems)).toEqual([]);
});

test.each<[string, Partial<HealthReport>, string[]]>([
  [
    'no backups',
    { backup: { kind: 'off', missing: [...both], includesDatabase: true } },
    ['Nothing is backed up'],
  ],
  [
    'no backups on a laptop',
    { backup: { kind: 'off', missing: [...both], includesDatabase: true }, localMode: true },
    [],
  ],
  ['backups of Supabase', { backup: { kind: 'elsewhere' } }, []],
  ['the first backup is due', { backup: { ...backup, succeeded: null, isLate: true } }, []],
  [
    'a log that does not reach its target',
    { backup: { ...backup, logFailing: { since: at, message: 'unreachable' } } },
    ["New changes aren't being backed up"],
  ],
  [
    'one setting of two, also on a laptop',
    { backup: { kind: 'off', missing: ['BACKUP_PASSPHRASE'], includesDatabase: true }, localMode: true },
    ['Nothing is backed up'],
  ],
  [
    'another disk in the place of the target',
    { backup: { ...backup, isTargetMissing: true, logFailing: { since: at, message: 'not mounted' } } },
    ["We can't find the backup location"],
  ],
  ['backups beside the data', { backup: { ...backup, isOnDataDisk: true } }, []],
  ['a late backup', { backup: { ...backup, isLate: true } }, ['The backup is overdue']],
  [
    'a failed backup',
    { backup: { ...backup, failed: { at, message: 'no room' } } },
    ['The last backup failed'],
  ],
  [
    "a mailbox that can't",
    { mailIn: [{ way: 'imap', receivedAt: null, problem: { at, text: 'unreachable' } }] },
    ["Replies by email aren't arriving"],
  ],
  ['no mail server', { mail: { kind: 'files' } }, ["Emails aren't being sent"]],
  ['no mail server on a laptop', { mail: { kind: 'files' }, localMode: true }, []],
  [
    'a mail server that is away',
    { mail: { ...mail, problem: { at, text: 'Away.' } } },
    ["Emails can't be sent"],
  ],
  ['mail that waits for minutes', { outbox: { waiting: 2, oldestSeconds: 300, failed: 0 } }, []],
  [
    'mail that waits for hours',
    { outbox: { waiting: 2, oldestSeconds: 9e3, failed: 0 } },
    ['Emails are delayed'],
  ],
  [
    'mail that was given up',
    { outbox: { waiting: 0, oldestSeconds: 0, failed: 1 } },
    ["Some emails couldn't be delivered"],
  ],
  ['an outbox that does not say', { outbox: null }, []],
  ['a full disk', { disk: { ...disk, isLow: true } }, ['The disk is nearly full']],
  ['a disk that cannot be read', { disk: null }, []],
])('the card shows the problems of: %s', (_name, change, titles) => {
  expect(problemsOf(change)).toEqual(titles);
});

test('a sender whose records are wrong is named with them, one that is merely unknown is not', () => {
  const records = (status: 'wrong' | 'unknown') =>
    (['SPF', 'DKIM'] as const).map((kind) => ({ kind, status, advice: '' }));
  const sender = (status: 'wrong' | 'unknown') => ({
    mail: { ...mail, sender: { domain: 'agency.example', records: records(status) } },
  });
  expect(problemsOf(sender('wrong'))).toEqual(['Emails from agency.example may land in spam']);
  expect(problemsOf(sender('unknown'))).toEqual([]);
});

test('B-116 a mail that was too large to be kept is named, and is no problem', () => {
  const mailIn = [{ way: 'imap', receivedAt: at, problem: null, tooLargeAt: at, overLimitAt: at }] as const;
  const areas = assessHealth({ ...well, mailIn: [...mailIn] }, 'America/Toronto');
  const area = areas.find(({ id }) => id === 'mail-in');
  expect(area?.facts.join(' ')).toMatch(/over 25 MB arrived .+ listed in Emails to sort/);
  expect(area?.facts.join(' ')).toMatch(/over the daily limit arrived .+ stays unread in its mailbox/);
  expect(area?.problems).toEqual([]);
});
