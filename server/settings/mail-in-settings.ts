// Settings of incoming mail: reply address, IMAP, webhook; their hints, limits, consistency check.
import { isPrintableToken, canCarryReplyToken, loginUrl, secret, text } from './setting-forms.ts';

const replyAddressExpected =
  'use the address that replies go to, with at most 21 characters before the @, e.g. reply@example.com';

/** Part of the schema in server/settings/config.ts. */
export const mailInSettings = {
  REPLY_ADDRESS: text(replyAddressExpected, canCarryReplyToken).optional(),
  MAIL_IN_IMAP_URL: loginUrl(
    'use the address of a mailbox, e.g. imaps://user:password@imap.example.com/INBOX',
    {
      protocol: /^imaps?:$/,
      hasValidRest: ({ hostname, username, search, pathname }) =>
        hostname !== '' && username !== '' && search === '' && isDecodable(pathname),
    },
  ).optional(),
  MAIL_IN_AUTHSERV_ID: text(
    'use the first word of Authentication-Results in its mails, e.g. mx.example.com',
    (value) => isPrintableToken(value) && !/[;()]/.test(value),
  ).optional(),
  // An invalid text after whsec_ would decode to an empty key, with which everyone could sign.
  MAIL_IN_WEBHOOK_SECRET: secret(
    'use at least 24 characters, or whsec_ and at least 24 characters of base64, e.g. from: openssl rand -base64 32',
    (value) => value.trim().length >= 24 && /^(?!whsec_)|^whsec_[\w+/-]{24,}=*$/.test(value),
  ).optional(),
};

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

type Given = Partial<Record<keyof typeof mailInSettings, string | undefined>>;

const sourceSettings = { imap: 'MAIL_IN_IMAP_URL', webhook: 'MAIL_IN_WEBHOOK_SECRET' } as const;

export type MailInSource = keyof typeof sourceSettings;

/** A source requires REPLY_ADDRESS, and REPLY_ADDRESS requires a source. */
export function findMailInSettingsProblem(given: Given): string | null {
  const hasSource = configuredMailInSources(given).length > 0;
  if (hasSource && !given.REPLY_ADDRESS) return `REPLY_ADDRESS: ${replyAddressExpected}`;
  if (!hasSource && given.REPLY_ADDRESS)
    return `REPLY_ADDRESS: also set how its mail comes in: ${Object.values(sourceSettings).join(' or ')}`;
  return null;
}

/** The sources that are configured. */
export function configuredMailInSources(given: Given): MailInSource[] {
  return (Object.keys(sourceSettings) as MailInSource[]).filter((source) => given[sourceSettings[source]]);
}

/** Limits of one mail, beside those of its reader (mailReaderLimits); docs/operate/incoming-mail.md lists them. */
export const mailInLimits = {
  mailBytes: 25 * 1024 * 1024,
  /** A mail up to this size that comes by webhook is listed; a mailbox says how large its mails are. */
  listedBytes: 100 * 1024 * 1024,
  fileBytes: 20 * 1024 * 1024,
  /** Webhook bodies in memory, in total and per address (or a /64 of IPv6): room for one large mail and small ones. */
  bodyBytes: 128 * 1024 * 1024,
  bodyBytesOfAddress: 32 * 1024 * 1024,
} as const;
