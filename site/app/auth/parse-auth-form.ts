// Validates the submitted forms of /auth: email, password, full name.
import { cleanEmailAddress, isEmailAddress } from '../contact/email-address.ts';
import { authTexts } from './auth-texts.ts';

const fields = {
  fullName: { clean: (typed: string) => typed.trim(), isValid: (name: string) => name.length >= 2 },
  email: { clean: cleanEmailAddress, isValid: isEmailAddress },
  password: { clean: (typed: string) => typed, isValid: (password: string) => password.length >= 6 },
};

/** The fields of each form, in their order: only the first message is shown. */
const forms = {
  signIn: ['email', 'password'],
  forgot: ['email'],
  signUp: ['fullName', 'email', 'password'],
} as const;

export type AuthFieldName = keyof typeof fields;
export type AuthFieldErrors = Partial<Record<AuthFieldName, string>>;
/** The values that each form sends. */
export type AuthFormValues = { [Kind in keyof typeof forms]: Record<(typeof forms)[Kind][number], string> };

type ParsedAuthForm<Kind extends keyof AuthFormValues> =
  | { ok: true; value: AuthFormValues[Kind] }
  | { ok: false; message: string; errors: AuthFieldErrors };

/** Validates a submitted form: its values, or the first message (for the toast) and a correction for each field. */
export function parseAuthForm<Kind extends keyof AuthFormValues>(
  kind: Kind,
  form: FormData,
): ParsedAuthForm<Kind> {
  const names: readonly AuthFieldName[] = forms[kind];
  const values = new Map(names.map((name) => [name, fields[name].clean(String(form.get(name) ?? ''))]));
  const invalid = names.filter((name) => !fields[name].isValid(values.get(name) ?? ''));
  const [first] = invalid;
  if (first === undefined) return { ok: true, value: Object.fromEntries(values) as AuthFormValues[Kind] };
  const errors = Object.fromEntries(invalid.map((name) => [name, authTexts.advice[name]]));
  return { ok: false, message: authTexts.problems[first], errors };
}
