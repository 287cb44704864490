import { archiveWal } from './archive-wal.ts';
import { backUpNightly } from './back-up-nightly.ts';
import { deleteOrphanedFiles } from './delete-orphaned-files.ts';
import { deleteRestorePoint } from './delete-restore-point.ts';
import { escalateLeads } from './escalate-leads.ts';
import { expireRows } from './expire-rows.ts';
import { findMissingTarget } from './find-missing-target.ts';
import { mailBackupProblems } from './mail-backup-problems.ts';
import { publishDueDrafts } from './publish-due-drafts.ts';
import { readMailbox } from './read-mailbox.ts';
import { recordReads } from './record-reads.ts';
import { rereadKeys } from './reread-keys.ts';
import { sendMail } from './send-mail.ts';
import type { Job } from './start-job.ts';
import { storeErasures } from './store-erasures.ts';

/** All background jobs of the server; docs/operate/background-jobs.md lists them in this order. */
export const jobs: readonly Job[] = [
  sendMail,
  readMailbox,
  escalateLeads,
  publishDueDrafts,
  backUpNightly,
  archiveWal,
  findMissingTarget,
  mailBackupProblems,
  storeErasures,
  deleteOrphanedFiles,
  expireRows,
  recordReads,
  rereadKeys,
  deleteRestorePoint,
];
