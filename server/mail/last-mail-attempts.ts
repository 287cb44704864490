// Records the last successful or failed mail delivery in the data folder.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { toMailOutcome } from '../../site/app/mail/claim-mail.ts';

const attempts = z.object({
  sentAt: z.string().nullable(),
  /** The last failure, if it is newer than `sentAt`. Without the mail server's text, which may name a person. */
  problem: z.object({ at: z.string(), text: z.string() }).nullable(),
});

export type LastMailAttempts = z.infer<typeof attempts>;

/** The last attempts of all processes that send mail with this data folder. */
export function readLastMailAttempts(dataDir: string): LastMailAttempts {
  try {
    return attempts.parse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')));
  } catch {
    return { sentAt: null, problem: null };
  }
}

/** A message that was refused because of its recipient is not recorded, because the mail server works. */
export function recordMailAttempt(dataDir: string, error?: unknown): void {
  const at = new Date().toISOString();
  const failure = error === undefined ? undefined : toMailOutcome(error);
  if (failure?.outcome === 'refused') return;
  const problem = failure && 'problem' in failure ? { at, text: failure.problem } : null;
  const sentAt = problem ? readLastMailAttempts(dataDir).sentAt : at;
  const file = fileOf(dataDir);
  try {
    writeFileSync(`${file}.new`, JSON.stringify({ sentAt, problem }), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch {
    // A full disk must not cause a sent message to be sent again.
  }
}

function fileOf(dataDir: string): string {
  return join(dataDir, 'mail-attempts.json');
}
