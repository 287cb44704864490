// Stores the state of each way of incoming mail: last mail, problem, oversized mail.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LeftInMailboxReason } from './create-mail-intake.ts';
import type { MailInSource } from '../settings/mail-in-settings.ts';

/** The state of one way to receive mail, for the health page. Times are ISO 8601. */
interface MailInState {
  /** when a mail was last received */
  receivedAt: string | null;
  /** since when mail cannot be received, and why, without addresses */
  problem: { at: string; text: string } | null;
  /** when a mail last stayed in its mailbox because it is too large */
  tooLargeAt?: string | null;
  /** when a mail last stayed in its mailbox because of a daily limit */
  overLimitAt?: string | null;
}

export type MailInStates = Partial<Record<MailInSource, MailInState>>;

function stateFile(dataDir: string): string {
  return join(dataDir, 'mail-in.json');
}

export function readMailInStates(dataDir: string): MailInStates {
  try {
    return JSON.parse(readFileSync(stateFile(dataDir), 'utf8')) as MailInStates;
  } catch {
    return {};
  }
}

/** Writes every change, but received mails at most once in ten seconds. */
export function createMailInStateRecorder(dataDir: string) {
  const written = new Map<MailInSource, number>();

  function write(way: MailInSource, change: (known: MailInState) => MailInState): void {
    const states = readMailInStates(dataDir);
    const known = states[way] ?? { receivedAt: null, problem: null };
    const file = stateFile(dataDir);
    try {
      mkdirSync(dataDir, { recursive: true });
      const text = JSON.stringify({ ...states, [way]: change(known) });
      writeFileSync(`${file}.new`, text, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    } catch {
      // A full disk must not stop the intake of mail.
    }
  }

  return {
    /** A mail was received, or the connection works again. */
    good(way: MailInSource, received: boolean) {
      const now = Date.now();
      if (now - (written.get(way) ?? 0) < 10_000) return;
      written.set(way, now);
      const at = new Date(now).toISOString();
      write(way, (known) => ({ ...known, receivedAt: received ? at : known.receivedAt, problem: null }));
    },
    /** A mail stays in its mailbox. */
    left(way: MailInSource, reason: LeftInMailboxReason) {
      const at = new Date().toISOString();
      const left = reason === 'too-large' ? { tooLargeAt: at } : { overLimitAt: at };
      write(way, (known) => ({ ...known, ...left, receivedAt: at, problem: null }));
    },
    bad(way: MailInSource, text: string) {
      written.delete(way);
      write(way, ({ problem, ...known }) => ({
        ...known,
        problem: { at: problem?.at ?? new Date().toISOString(), text: text.slice(0, 200) },
      }));
    },
  };
}

export type MailInStateRecorder = ReturnType<typeof createMailInStateRecorder>;
