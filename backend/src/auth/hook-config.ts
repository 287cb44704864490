import { z } from 'zod';

const hook = z.object({
  enabled: z.boolean().default(false),
  /** `pg-functions://postgres/SCHEMA/FUNCTION`, or a URL that takes POST requests. */
  uri: z.string().default(''),
  /** "v1,whsec_…", several separated by "|". */
  secrets: z.string().default(''),
});

const secretPattern = /^v1,whsec_[A-Za-z0-9+/=]{32,88}$/;

/**
 * The server does not start with an unusable hook that allows or denies. send_sms only delivers: an unusable one fails
 * when a message is sent.
 */
const validatedHook = hook.superRefine(({ enabled, uri, secrets }, context) => {
  if (!enabled) return;
  if (!postgresFunction(uri) && !httpsOrLoopbackUrl(uri)) {
    const message =
      'uri must be pg-functions://postgres/SCHEMA/FUNCTION or https://… (http on this machine only)';
    context.addIssue({ code: 'custom', message });
  } else if (!postgresFunction(uri) && !secrets.split('|').every((secret) => secretPattern.test(secret))) {
    context.addIssue({
      code: 'custom',
      message: 'secrets must be "v1,whsec_…" with 32 to 88 characters of base64',
    });
  }
});

export const hookSchema = z
  .object({
    send_sms: hook.prefault({}),
    before_user_created: validatedHook.prefault({}),
    custom_access_token: validatedHook.prefault({}),
  })
  .prefault({});

export type HookName = keyof z.output<typeof hookSchema>;

export function postgresFunction(uri: string): { schema: string; name: string } | undefined {
  const found = /^pg-functions:\/\/[^/]+\/([^/]+)\/([^/?#]+)\/?$/i.exec(uri);
  const [schema, name] = [found?.[1], found?.[2]];
  return schema && name ? { schema, name } : undefined;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|host\.docker\.internal)$/;

/** https, or http on this machine, which the Supabase CLI's containers call host.docker.internal. */
export function httpsOrLoopbackUrl(uri: string): URL | undefined {
  if (!URL.canParse(uri)) return undefined;
  const url = new URL(uri);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.test(url.hostname)))
    return undefined;
  if (url.hostname === 'host.docker.internal') url.hostname = 'localhost';
  return url;
}
