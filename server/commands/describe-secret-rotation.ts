// Text that explains the consequences of a rotated secret: what stops working, when.
import { formatCommandLine } from '@fairlead/backend/errors';
import type { SecretName } from '@fairlead/backend/tokens';

const printNew = (name: SecretName): string => `${formatCommandLine('status')} | grep ${name}`;

/** What stops working at the end of the transition and what never does, in the order in which operators have to act. */
const consequences: Record<SecretName, { atEnd: string[]; never: string[] }> = {
  JWT_SECRET: {
    atEnd: [
      'old API keys that clients use (anon and service_role tokens, eyJ…): give those clients PUBLISHABLE_KEY or SECRET_KEY, or sign new ones with the new secret',
      'tokens that you or another system signed with the old secret: sign with the new one',
      'signed URLs of stored files (…?token=…) that were meant to last longer, including those in emails and on pages, and signed upload URLs',
      'six-digit codes in account emails that were sent but not used yet; links in the same emails keep working',
    ],
    never: [
      'sessions: no one is signed out',
      'PUBLISHABLE_KEY and SECRET_KEY',
      'passwords, two-step verification, and links in emails (invitations, password resets, confirmations)',
      'account emails waiting to be sent: they are re-encrypted, and none is lost',
      'previews of drafts, and forms that visitors have open',
    ],
  },
  SECRET_KEY: {
    atEnd: [
      `every server, script and service that uses the old key gets 401: give it the new one (${printNew('SECRET_KEY')}). Until then, the log lists each use: event key.used, code retired_secret_key`,
      'previews of drafts that are already open (they last 30 minutes anyway)',
    ],
    never: [
      'sessions, API keys in pages, signed URLs, and links and codes in emails',
      'functions: each gets the new key at its next call',
      'forms that visitors have open: their leads are stored, though possibly without the time hint',
    ],
  },
};

/** `end` is `days` from now. */
export function describeSecretRotation(name: SecretName, end: Date, days: number): string {
  const { atEnd, never } = consequences[name];
  const until = `${end.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const heading =
    days === 0
      ? `${name} is new; the old one is rejected from now on.\nRealtime connections that are open with it last until they reconnect: restart the server to end them.\n\nStops working now:`
      : `${name} is new. The old one works until ${until} (${days} ${days === 1 ? 'day' : 'days'}); the new one signs and encrypts from now on.\n\nStops working on ${until}:`;
  const list = (lines: string[]): string => lines.map((line) => `  - ${line}\n`).join('');
  return `${heading}\n${list(atEnd)}\nKeeps working:\n${list(never)}\nTo see the new one: ${printNew(name)}\nA server that is not running uses it when it next starts.\n`;
}
