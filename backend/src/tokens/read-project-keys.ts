import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { StartupError } from '../errors/startup-error.ts';
import { emptyIfUnresolved } from '../project/environment.ts';
import { type SigningKey, importKey } from './signing-keys.ts';

const fileSchema = z
  .array(z.looseObject({ kty: z.enum(['EC', 'RSA']), kid: z.string().min(1), d: z.string() }))
  .min(1);

const minRsaBits = 2048;

/** As `supabase gen signing-key` writes them; the first signs. Throws a StartupError without the file's content. */
export function readProjectKeys(folder: string, authTable: unknown): SigningKey[] {
  const read = z.object({ signing_keys_path: z.string() }).safeParse(authTable);
  const path = emptyIfUnresolved(read.data?.signing_keys_path ?? '');
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
  const supported =
    type === 'rsa'
      ? (details?.modulusLength ?? 0) >= minRsaBits
      : type === 'ec' && details?.namedCurve === 'prime256v1';
  if (!supported) throw new Error('unsupported kind of key');
  return key;
}
