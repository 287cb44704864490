import type { Log } from '../errors/log-entry.ts';
import type { Keys } from './keys.ts';
import type { SigningKey } from './signing-keys.ts';

/** The channel on which a rotation is told to every server of the database. */
export const signingKeysChannel = 'signing_keys_changed';

/** Puts the keys of a project before those that are kept: what a config.toml names signs. */
export function prependKeys(keys: Keys, projectKeys: readonly SigningKey[]): void {
  const named = new Set(projectKeys.map(({ kid }) => kid));
  const kept = (keys.signingKeys ?? []).filter(({ kid }) => !named.has(kid));
  keys.signingKeys = [...projectKeys, ...kept];
}

/** Takes over the signing keys as they are kept now. A failure is logged: the keys known so far go on. */
export async function refreshSigningKeys(
  config: { keys: Keys; readKeys?: () => Promise<Keys> },
  projectKeys: readonly SigningKey[],
  log: Log,
): Promise<void> {
  if (!config.readKeys) return;
  try {
    const { signingKeys } = await config.readKeys();
    // Known keys stay the same objects: what was imported and verified for them hangs on them.
    const known = new Map(config.keys.signingKeys?.map((key) => [key.kid, key]));
    config.keys.signingKeys = (signingKeys ?? []).map((key) => known.get(key.kid) ?? key);
    prependKeys(config.keys, projectKeys);
  } catch (error) {
    log({ level: 'error', event: 'keys.unread', message: (error as Error).message });
  }
}
