/** Everything kept here begins with this, so that signing out finds all of it. */
const prefix = 'staff:';

/** Who watches in this tab; what other tabs do the browser tells. */
const watchers = new Set<(key: string, text: string) => void>();

/** Keeps a text on this device until its account signs out; an empty one is forgotten. `key` should name the account. */
export function storeOnDevice(key: string, text: string): void {
  for (const notify of watchers) notify(key, text);
  try {
    if (text) localStorage.setItem(prefix + key, text);
    else localStorage.removeItem(prefix + key);
  } catch {
    // A full or forbidden storage costs the text at a reload, nothing now.
  }
}

/** What was kept, or an empty text. */
export function readFromDevice(key: string): string {
  try {
    return localStorage.getItem(prefix + key) ?? '';
  } catch {
    return '';
  }
}

/** Calls `listener` when what is kept under `key` changes, here or in another tab, until the answer is called. */
export function watchDevice(key: string, listener: (text: string) => void): () => void {
  function onOwnChange(changed: string, text: string): void {
    if (changed === key) listener(text);
  }
  function onStorage(event: StorageEvent): void {
    if (event.storageArea === localStorage && event.key === prefix + key) listener(event.newValue ?? '');
  }
  watchers.add(onOwnChange);
  window.addEventListener('storage', onStorage);
  return () => {
    watchers.delete(onOwnChange);
    window.removeEventListener('storage', onStorage);
  };
}

/** Nothing that staff wrote stays on a device without a session. */
export function clearDevice(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // Where nothing could be kept, nothing is left.
  }
}
