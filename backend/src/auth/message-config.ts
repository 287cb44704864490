// `[auth.email]` and `[auth.sms]`.
import { z } from 'zod';
import { clearUnresolvedVariable } from '../project/environment.ts';

const unitSeconds: Record<string, number> = { h: 3600, m: 60, s: 1, ms: 1e-3, us: 1e-6, ns: 1e-9 };

/** Seconds of a Go duration such as "24h", "1h30m" or "90s"; undefined for another text. */
export function parseGoDuration(text: string): number | undefined {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ns|us|ms|s|m|h)/g)];
  if (text === '' || parts.map(([part]) => part).join('') !== text) return undefined;
  return parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (unitSeconds[unit] ?? 0), 0);
}

export const durationSecondsSchema = z
  .string()
  .regex(/^((\d+(\.\d+)?(h|m|s|ms))+|0)?$/, 'must be a duration such as "24h" or "1h30m"')
  .transform((text) => Math.ceil(parseGoDuration(text) ?? 0));

const template = z.object({
  subject: z.string().optional(),
  content_path: z
    .string()
    .transform((path) => clearUnresolvedVariable(path) || undefined)
    .optional(),
});

export const accountMailKinds = [
  'confirmation',
  'invite',
  'magic_link',
  'recovery',
  'email_change',
  'reauthentication',
] as const;

/** Named as in `[auth.email.template.…]`. */
export type AccountMailKind = (typeof accountMailKinds)[number];

export const accountNoticeKinds = [
  'password_changed',
  'mfa_factor_enrolled',
  'mfa_factor_unenrolled',
] as const;

/** Named as in `[auth.email.notification.…]`; GoTrue's other notices are ignored. */
export type AccountNoticeKind = (typeof accountNoticeKinds)[number];

/** HTML with GoTrue's {{ .Names }}. */
export interface MailTemplate {
  subject?: string | undefined;
  html?: string | undefined;
}

export type MailTemplates = Partial<Record<AccountMailKind | AccountNoticeKind, MailTemplate>>;

const notice = template.extend({ enabled: z.boolean().default(false) }).prefault({});

export const authEmailConfigSchema = z
  .object({
    enable_signup: z.boolean().default(true),
    enable_confirmations: z.boolean().default(false),
    secure_password_change: z.boolean().default(false),
    /** Known to hosted projects only, not to the CLI. */
    require_current_password: z.boolean().default(false),
    /** Whether a new email needs the current password too. Our addition: upstream asks for it with passwords alone. */
    require_current_password_for_email: z.boolean().default(false),
    /** Whether a new email must be confirmed from the old one too. */
    double_confirm_changes: z.boolean().default(true),
    /** Between two messages of one kind to one email. */
    max_frequency: durationSecondsSchema.prefault('1m'),
    otp_length: z.number().int().min(6).max(10).default(6),
    /** Seconds; for links and codes. */
    otp_expiry: z.number().int().min(1).max(86_400).default(3600),
    /** Lifetime of codes in seconds, if shorter than that of links. Our addition: GoTrue has one lifetime for both. */
    code_expiry: z.number().int().min(1).max(86_400).optional(),
    template: z.partialRecord(z.enum(accountMailKinds), template).prefault({}),
    notification: z
      .object({ password_changed: notice, mfa_factor_enrolled: notice, mfa_factor_unenrolled: notice })
      .prefault({}),
  })
  .prefault({});

export const authSmsConfigSchema = z
  .object({
    enable_signup: z.boolean().default(false),
    enable_confirmations: z.boolean().default(false),
    template: z.string().default('Your code is {{ .Code }}'),
    max_frequency: durationSecondsSchema.prefault('5s'),
    /** Numbers and their fixed codes; nothing is sent to them. */
    test_otp: z.record(z.string().regex(/^\d+$/), z.string().regex(/^\d{6,10}$/)).prefault({}),
  })
  .prefault({});
