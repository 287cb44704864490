// Replaces the keys of a running server after a rotation.
import type { LogWriter } from '../errors/log-entry.ts';
import type { BackendKeys } from './keys.ts';
import type { SigningKey } from './signing-keys.ts';

/** NOTIFY channel: every server of the database reloads its keys. */
export const keysChangedChannel = 'signing_keys_changed';

/** The first key signs, so those of config.toml come before the stored ones. */
export function prependProjectSigningKeys(keys: BackendKeys, projectKeys: readonly SigningKey[]): void {
  const ids = new Set(projectKeys.map(({ kid }) => kid));
  const stored = (keys.signingKeys ?? []).filter(({ kid }) => !ids.has(kid));
  keys.signingKeys = [...projectKeys, ...stored];
}

/** Returns whether any key has changed. A failure is logged, and the current keys stay in use. */
export async function refreshKeys(
  config: { keys: BackendKeys; readKeys?: () => Promise<BackendKeys> },
  projectKeys: readonly SigningKey[],
  log: LogWriter,
): Promise<boolean> {
  if (!config.readKeys) return false;
  try {
    const { signingKeys, ...secrets } = await config.readKeys();
    const before = JSON.stringify(config.keys);
    // Known keys stay the same objects, because imported keys and verified tokens are cached by object.
    const known = new Map(config.keys.signingKeys?.map((key) => [key.kid, key]));
    // Changes the object instead of replacing it, because every service reads its keys from this object.
    Object.assign(config.keys, {
      ...secrets,
      retired: secrets.retired,
      signingKeys: (signingKeys ?? []).map((key) => known.get(key.kid) ?? key),
    });
    prependProjectSigningKeys(config.keys, projectKeys);
    return JSON.stringify(config.keys) !== before;
  } catch (error) {
    log({ level: 'error', event: 'keys.refresh_failed', message: (error as Error).message });
    return false;
  }
}

/** Loads keys that another process has rotated into `config.keys`, then notifies the listeners. */
export function createKeyReloader(
  config: { keys: BackendKeys; readKeys?: () => Promise<BackendKeys> },
  projectKeys: readonly SigningKey[],
  log: LogWriter,
) {
  const listeners: (() => Promise<void> | void)[] = [];
  return {
    /** Never rejects. */
    async reload() {
      if (!(await refreshKeys(config, projectKeys, log))) return;
      log({ level: 'info', event: 'keys.changed' });
      for (const notify of listeners) await notify();
    },
    onChange: (listener: () => Promise<void> | void) => void listeners.push(listener),
  };
}
