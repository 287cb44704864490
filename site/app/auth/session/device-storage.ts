/** Prefix of every key, so that signing out finds them all. */
const prefix = 'staff:';

/** Listeners in this tab; other tabs get the browser's storage event. */
const watchers = new Set<(key: string, text: string) => void>();

/** Stores a text on this device until its account signs out; an empty one is deleted. `key` should name the account. */
export function storeOnDevice(key: string, text: string): void {
  for (const notify of watchers) notify(key, text);
  try {
    if (text) localStorage.setItem(prefix + key, text);
    else localStorage.removeItem(prefix + key);
  } catch {
    // With storage full or forbidden, the text is lost only at a reload.
  }
}

/** The stored text, or ''. */
export function readFromDevice(key: string): string {
  try {
    return localStorage.getItem(prefix + key) ?? '';
  } catch {
    return '';
  }
}

/** Calls `listener` when the text under `key` changes, here or in another tab; returns how to unsubscribe. */
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

/** Deletes all that staff wrote on this device. */
export function clearDevice(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // Without storage nothing was stored.
  }
}
