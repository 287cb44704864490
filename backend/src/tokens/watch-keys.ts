import type { Log } from '../errors/log-entry.ts';
import type { Keys } from './keys.ts';
import { refreshKeys } from './refresh-keys.ts';
import type { SigningKey } from './signing-keys.ts';

export interface KeyWatch {
  /** Never rejects. */
  reload(): Promise<void>;
  onChange(listener: () => Promise<void> | void): void;
}

/** Loads keys that another process has rotated into `config.keys`, then notifies. */
export function watchKeys(
  config: { keys: Keys; readKeys?: () => Promise<Keys> },
  projectKeys: readonly SigningKey[],
  log: Log,
): KeyWatch {
  const listeners: (() => Promise<void> | void)[] = [];
  return {
    async reload() {
      if (!(await refreshKeys(config, projectKeys, log))) return;
      log({ level: 'info', event: 'keys.changed' });
      for (const notify of listeners) await notify();
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
