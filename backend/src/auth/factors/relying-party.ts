import { z } from 'zod';
import type { AuthDeps } from '../deps.ts';
import { validationFailed } from '../http/errors.ts';
import { allowedRedirect } from '../http/redirect-target.ts';

const text = z.string().max(255);

/** As supabase-js sends it. */
export const relyingPartySchema = z.object({
  rpId: text.nullish(),
  rpOrigins: z.union([text, z.array(text).max(10)]).nullish(),
});

export interface RelyingParty {
  /** A host name: the origin's own, or a parent domain of it. */
  rpId: string;
  origins: string[];
}

/**
 * The one in the request, else this server. Throws 400 validation_failed for a foreign one, which could otherwise
 * register keys for itself.
 */
export function relyingPartyOf(given: z.output<typeof relyingPartySchema>, deps: AuthDeps): RelyingParty {
  const own = new URL(deps.publicUrl);
  const named = typeof given.rpOrigins === 'string' ? given.rpOrigins.split(',') : given.rpOrigins;
  const origins = named?.length ? named.map((origin) => origin.trim()) : [own.origin];
  for (const origin of origins) {
    if (!isProjectOrigin(origin, deps)) {
      throw validationFailed(`rpOrigins names ${origin}, which is no address of this project`);
    }
  }
  const rpId = given.rpId || new URL(origins[0] ?? own.origin).hostname;
  if (!origins.every((origin) => belongsTo(new URL(origin).hostname, rpId))) {
    throw validationFailed(`rpId ${rpId} is neither the host of rpOrigins nor a parent domain of it`);
  }
  return { rpId, origins };
}

/** Ours, or one that redirects may lead to. */
function isProjectOrigin(origin: string, deps: AuthDeps): boolean {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) return false;
  return origin === new URL(deps.publicUrl).origin || allowedRedirect(origin, deps.config) !== undefined;
}

function belongsTo(host: string, rpId: string): boolean {
  return host === rpId || (rpId.includes('.') && host.endsWith(`.${rpId}`));
}
