import { parse } from 'smol-toml';
import { z } from 'zod';
import { StartupError } from '../errors/startup-error.ts';
import { mfaConfigSchema } from './factors/mfa-config.ts';

const seconds = z.number().int().positive();

/** A Go duration such as "24h", "1h30m" or "90s", read as seconds. */
const duration = z
  .string()
  .regex(/^(\d+h)?(\d+m)?(\d+s)?$/, 'must be a duration such as "24h" or "1h30m"')
  .transform((text) => {
    const part = (unit: string): number => Number(new RegExp(`(\\d+)${unit}`).exec(text)?.[1] ?? 0);
    return part('h') * 3600 + part('m') * 60 + part('s');
  });

/** What `[auth]` of a project's config.toml decides, with the defaults of the Supabase CLI. Unknown keys are ignored. */
export const authConfigSchema = z.object({
  enable_signup: z.boolean().default(true),
  /** Where links and redirects lead that name no allowed address of their own. */
  site_url: z.string().default('http://127.0.0.1:3000'),
  jwt_expiry: seconds.max(604_800).default(3600),
  enable_refresh_token_rotation: z.boolean().default(true),
  refresh_token_reuse_interval: z.number().int().min(0).default(10),
  minimum_password_length: z.number().int().min(6).max(72).default(6),
  password_requirements: z
    .enum(['', 'letters_digits', 'lower_upper_letters_digits', 'lower_upper_letters_digits_symbols'])
    .default(''),
  rate_limit: z
    .object({
      // In five minutes, for one address.
      sign_in_sign_ups: seconds.default(30),
      token_refresh: seconds.default(150),
    })
    .prefault({}),
  email: z
    .object({
      enable_signup: z.boolean().default(true),
      enable_confirmations: z.boolean().default(false),
      secure_password_change: z.boolean().default(false),
    })
    .prefault({}),
  mfa: mfaConfigSchema,
  sessions: z.object({ timebox: duration.optional(), inactivity_timeout: duration.optional() }).prefault({}),
});

export type AuthConfig = z.output<typeof authConfigSchema>;

/** Reads `[auth]` from the text of a config.toml; an empty text gives the defaults. Throws a StartupError naming the key. */
export function parseAuthConfig(toml: string): AuthConfig {
  let document: Record<string, unknown>;
  try {
    document = parse(toml);
  } catch (error) {
    throw new StartupError(`supabase/config.toml is not valid TOML: ${firstLine(error)}`, { cause: error });
  }
  const result = authConfigSchema.safeParse(document['auth'] ?? {});
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const key = ['auth', ...(issue?.path ?? [])].join('.');
  throw new StartupError(`supabase/config.toml: ${key} is wrong: ${issue?.message}`);
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
