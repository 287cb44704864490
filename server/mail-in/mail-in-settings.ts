import { z } from 'zod';

/** A part of the schema in server/config.ts. */
export const mailInSettings = {
  REPLY_ADDRESS: z
    .string()
    .regex(/^[^<>\s@+]{1,21}@[^<>\s@]+\.[^<>\s@]+$/)
    .optional(),
  MAIL_IN_IMAP_URL: z
    .url({ protocol: /^imaps?$/ })
    .refine((value) => new URL(value).username !== '')
    .optional(),
  MAIL_IN_SMTP: z
    .string()
    .regex(/^(.+:)?\d{1,5}$/, 'give a port, or an address and a port, e.g. 0.0.0.0:2525')
    .optional(),
  MAIL_IN_SMTP_TLS_KEY: z.string().min(1, 'give a file, e.g. /etc/ssl/mail.key').optional(),
  MAIL_IN_SMTP_TLS_CERT: z.string().min(1, 'give a file, e.g. /etc/ssl/mail.pem').optional(),
  MAIL_IN_AUTHSERV_ID: z
    .string()
    .regex(/^[^\s;"()]+$/, 'give the first word of Authentication-Results in its mails, e.g. mx.example.com')
    .optional(),
  MAIL_IN_WEBHOOK_SECRET: z
    .string()
    .min(24, 'give at least 24 characters, e.g. from: openssl rand -base64 32')
    .optional(),
};

export const mailInHints = {
  REPLY_ADDRESS:
    'give the address that answers go to, with at most 21 characters before the @, e.g. reply@example.com',
  MAIL_IN_IMAP_URL: 'give the address of a mailbox, e.g. imaps://user:password@imap.example.com/INBOX',
};

type Given = Partial<Record<keyof typeof mailInSettings, string | undefined>>;

const ways = ['MAIL_IN_IMAP_URL', 'MAIL_IN_SMTP', 'MAIL_IN_WEBHOOK_SECRET'] as const;

/** Ways that mail comes in need the address that answers go to, and it needs one of them. */
export function findMailInProblem(given: Given): string | null {
  const hasWay = ways.some((name) => given[name]);
  if (hasWay && !given.REPLY_ADDRESS) return `REPLY_ADDRESS: ${mailInHints.REPLY_ADDRESS}`;
  if (!hasWay && given.REPLY_ADDRESS)
    return `REPLY_ADDRESS: give the way that mail to it comes in as well: ${ways.join(', ')}`;
  if (Boolean(given.MAIL_IN_SMTP_TLS_KEY) !== Boolean(given.MAIL_IN_SMTP_TLS_CERT))
    return 'MAIL_IN_SMTP_TLS_KEY: give it and MAIL_IN_SMTP_TLS_CERT together';
  return null;
}

/** Those that are set up. */
export function mailInWays(given: Given): ('imap' | 'smtp' | 'webhook')[] {
  return (['imap', 'smtp', 'webhook'] as const).filter((_, index) => given[ways[index] ?? 'REPLY_ADDRESS']);
}
