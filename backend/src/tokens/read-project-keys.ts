import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { StartupError } from '../errors/startup-error.ts';
import { emptyIfUnset } from '../project/fill-env.ts';
import { type SigningKey, importKey } from './signing-keys.ts';

const fileSchema = z
  .array(z.looseObject({ kty: z.enum(['EC', 'RSA']), kid: z.string().min(1), d: z.string() }))
  .min(1);

const LEAST_RSA_BITS = 2048;

/**
 * The keys of `auth.signing_keys_path`, a file as `supabase gen signing-key` writes it: private JWKs, the first signs.
 * None without the setting. Throws a StartupError that never repeats what the file holds.
 */
export function readProjectKeys(folder: string, authTable: unknown): SigningKey[] {
  const read = z.object({ signing_keys_path: z.string() }).safeParse(authTable);
  const path = emptyIfUnset(read.data?.signing_keys_path ?? '');
  if (path === '') return [];
  const file = join(folder, path);
  try {
    return fileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).map(toSigningKey);
  } catch {
    throw new StartupError(
      `${file} (auth.signing_keys_path) must be a list of private keys with kid, for ES256 or for RS256 from 2048 bits: make one with supabase gen signing-key`,
    );
  }
}

function toSigningKey({ kid, ...privateJwk }: z.output<typeof fileSchema>[number]): SigningKey {
  const key = { kid, privateJwk, createdAt: new Date(0).toISOString() };
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = importKey(key).privateKey;
  const fits =
    type === 'rsa'
      ? (details?.modulusLength ?? 0) >= LEAST_RSA_BITS
      : type === 'ec' && details?.namedCurve === 'prime256v1';
  if (!fits) throw new Error('a key of another kind');
  return key;
}
