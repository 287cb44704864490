// Validates the submitted forms of /auth: email, password, full name.
import * as z from 'zod/mini';
import { cleanEmailAddress, emailPattern } from '../contact/email-address.ts';
import { authTexts } from './auth-texts.ts';

// The policy forbids eval, which zod would try once, and Firefox would report as a violation.
z.config({ jitless: true });

const { problems } = authTexts;

// Key order is field order: only the first message is shown.
const email = z.pipe(
  z.pipe(z.string(), z.transform(cleanEmailAddress)),
  z.email({ pattern: emailPattern, error: problems.email }),
);
const password = z.string().check(z.minLength(6, problems.password));

const schemas = {
  signIn: z.object({ email, password }),
  forgot: z.object({ email }),
  signUp: z.object({
    fullName: z.string().check(z.trim(), z.minLength(2, problems.fullName)),
    email,
    password,
  }),
};

/** The values that each form sends. */
export type AuthFormValues = { [Kind in keyof typeof schemas]: z.infer<(typeof schemas)[Kind]> };
export type AuthFieldName = keyof AuthFormValues['signUp'];
export type AuthFieldErrors = Partial<Record<AuthFieldName, string>>;

export type ParsedAuthForm<T> =
  | { ok: true; value: T }
  | { ok: false; message: string; errors: AuthFieldErrors };

/** Validates a submitted form: its values, or the first message (for the toast) and a correction for each field. */
export function parseAuthForm<Kind extends keyof AuthFormValues>(
  kind: Kind,
  form: FormData,
): ParsedAuthForm<AuthFormValues[Kind]> {
  const result = z.safeParse(schemas[kind], Object.fromEntries(form));
  if (result.success) return { ok: true, value: result.data as AuthFormValues[Kind] };
  const errors: AuthFieldErrors = {};
  for (const { path } of result.error.issues) {
    const name = path[0] as AuthFieldName;
    errors[name] = authTexts.advice[name];
  }
  return { ok: false, message: result.error.issues[0]?.message ?? '', errors };
}
