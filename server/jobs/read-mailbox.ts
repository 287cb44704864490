import {
  createImapReader,
  explainImapProblem,
  type ImapReaderOptions,
} from '../mail-in/imap/create-imap-reader.ts';
import { startJob, type Job } from './start-job.ts';

export const readMailbox: Job = {
  name: 'read-mailbox',
  what: 'reads new mail from the mailbox of `MAIL_IN_IMAP_URL`',
  // For servers that do not push, or miss a mail.
  everyMs: 60_000,
  runsAtStart: true,
  wokenBy: 'the mailbox, when mail comes in',
  failure: { level: 'warn', event: 'mail_in.imap_failed', repeatMs: 0 },
  metrics: [],
};

/** The time until the next run after a failure doubles up to this. */
const longestRetryMs = 300_000;

interface MailboxOptions extends Omit<ImapReaderOptions, 'wake' | 'pollMs'> {
  pollMs?: number;
  retryMs?: number;
}

export function startMailboxReading({
  pollMs = readMailbox.everyMs,
  retryMs = 1_000,
  ...options
}: MailboxOptions): { stop: () => Promise<void> } {
  let nextMs = pollMs;
  let failures = 0;
  const reader = createImapReader({ ...options, pollMs, wake: () => job.wake() });
  const job = startJob(
    readMailbox,
    async ({ signal }) => {
      try {
        await reader.read(signal);
        failures = 0;
        nextMs = pollMs;
      } catch (error) {
        if (signal.aborted) return;
        nextMs = Math.min(retryMs * 2 ** failures, longestRetryMs);
        failures += 1;
        const text = explainImapProblem(error);
        options.notes.bad('imap', text);
        throw new Error(text, { cause: error });
      }
    },
    { waitMs: () => nextMs },
  );
  return {
    async stop() {
      const ended = job.stop();
      reader.close();
      await ended;
    },
  };
}
