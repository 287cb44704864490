import type { Log } from '../errors/log-entry.ts';
import type { Keys } from './keys.ts';

/** The channel on which a rotation is told to every server of the database. */
export const keysChanged = 'signing_keys_changed';

/** Takes over the signing keys as they are kept now. A failure is logged: the keys known so far go on. */
export async function followKeys(
  config: { keys: Keys; readKeys?: () => Promise<Keys> },
  log: Log,
): Promise<void> {
  if (!config.readKeys) return;
  try {
    const { signingKeys } = await config.readKeys();
    // Known keys stay the same objects: what was imported and verified for them hangs on them.
    const known = new Map(config.keys.signingKeys?.map((key) => [key.kid, key]));
    config.keys.signingKeys = (signingKeys ?? []).map((key) => known.get(key.kid) ?? key);
  } catch (error) {
    log({ level: 'error', event: 'keys.unread', message: (error as Error).message });
  }
}
