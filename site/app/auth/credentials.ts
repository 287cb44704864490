import { z } from 'zod';
import { authTexts } from './auth-texts.ts';

// The policy allows no eval; zod would try it once, which Firefox reports as a violation.
z.config({ jitless: true });

const { problems } = authTexts;

// Key order is field order: only the first message is shown.
const email = z.string().trim().pipe(z.email(problems.email));
const password = z.string().min(6, problems.password);

export const signInSchema = z.object({ email, password });
export const forgotSchema = z.object({ email });
export const signUpSchema = z.object({
  fullName: z.string().trim().min(2, problems.fullName),
  email,
  password,
});

export type SignIn = z.infer<typeof signInSchema>;
export type Forgot = z.infer<typeof forgotSchema>;
export type SignUp = z.infer<typeof signUpSchema>;
export type FieldName = keyof SignUp;

export type FieldErrors = Partial<Record<FieldName, string>>;

export type ParsedForm<T> = { ok: true; value: T } | { ok: false; message: string; errors: FieldErrors };

/** Validates a submitted form: its values, or the first message (for the toast) and a correction for each field. */
export function parseCredentials<T>(schema: z.ZodType<T>, form: FormData): ParsedForm<T> {
  const result = schema.safeParse(Object.fromEntries(form));
  if (result.success) return { ok: true, value: result.data };
  const errors: FieldErrors = {};
  for (const { path } of result.error.issues) {
    const name = path[0] as FieldName;
    errors[name] = authTexts.advice[name];
  }
  return { ok: false, message: result.error.issues[0]?.message ?? '', errors };
}
