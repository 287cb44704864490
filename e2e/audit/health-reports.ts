import type { HealthReport } from '../../site/app/data/server-health.ts';

const publish = { name: '_dmarc.fairlead.example', value: 'v=DMARC1; p=none' };

const nightly = {
  kind: 'nightly',
  succeeded: { at: '2026-11-22T08:30:00Z', isVerified: true },
  failed: null,
  logFailing: null,
  isLate: false,
  nextAt: '2026-11-23T08:30:00Z',
  includesDatabase: true,
  isOnDataDisk: false,
  isTargetMissing: false,
} as const;
const smtp = {
  kind: 'smtp',
  sentAt: '2026-11-22T15:04:00Z',
  problem: null,
  accountMails: { waiting: 0, oldestSeconds: 0 },
  sender: {
    domain: 'fairlead.example',
    records: [
      { kind: 'SPF', status: 'good', advice: 'Published.', found: 'v=spf1 include:mail.example ~all' },
      {
        kind: 'DKIM',
        status: 'unknown',
        advice: "Your emails aren't signed here. Most mail providers sign them for you.",
      },
      {
        kind: 'DMARC',
        status: 'improve',
        advice: 'Published, for reports only (p=none).',
        found: publish.value,
      },
    ],
  },
} satisfies HealthReport['mail'];
const disk = {
  freeBytes: 54_000_000_000,
  sizeBytes: 80_000_000_000,
  isLow: false,
  databaseBytes: 1_240_000_000,
  fileBytes: 380_000_000,
};
/** The response of /dashboard/health if there is no problem. */
export const healthySite: HealthReport = {
  localMode: false,
  backup: nightly,
  mail: smtp,
  disk,
  version: '0.1.0',
  outbox: { waiting: 0, oldestSeconds: 0, failed: 0 },
};

/** Differences from a healthy site, by what the card of the overview then shows. */
export const healthChanges: Record<string, Partial<HealthReport>> = {
  well: {},
  'never backed up': { backup: { ...nightly, succeeded: null, isLate: true } },
  'backup failed': {
    backup: {
      ...nightly,
      failed: { at: '2026-11-22T08:30:00Z', message: 'BACKUP_TO: /mnt/backup cannot be written (ENOSPC)' },
    },
  },
  'backup target missing': {
    backup: {
      ...nightly,
      isOnDataDisk: true,
      isTargetMissing: true,
      logFailing: { since: '2026-11-22T08:30:00Z', message: 'BACKUP_TO: /mnt/backup is not mounted' },
    },
  },
  'all at once': {
    backup: { ...nightly, succeeded: { at: '2026-11-19T08:30:00Z', isVerified: true }, isLate: true },
    mail: {
      ...smtp,
      problem: { at: '2026-11-22T15:20:00Z', text: "We couldn't reach the mail server." },
      sender: {
        domain: 'fairlead.example',
        records: [
          {
            kind: 'DMARC',
            status: 'wrong',
            advice: 'Missing. Large mail providers ask for it. Publish it.',
            publish,
          },
        ],
      },
    },
    disk: { ...disk, freeBytes: 640_000_000, isLow: true },
    outbox: { waiting: 3, oldestSeconds: 9_000, failed: 2 },
  },
};
