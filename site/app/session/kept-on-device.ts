/** Everything kept here begins with this, so that signing out finds all of it. */
const prefix = 'staff:';

/** Keeps a text on this device until its account signs out; an empty one is forgotten. `key` should name the account. */
export function keepOnDevice(key: string, text: string): void {
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

/** Calls `listener` when another tab has changed what is kept under `key`, until the answered function is called. */
export function watchDevice(key: string, listener: (text: string) => void): () => void {
  function hear(event: StorageEvent): void {
    if (event.storageArea === localStorage && event.key === prefix + key) listener(event.newValue ?? '');
  }
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}

/** Nothing that staff wrote stays on a device without a session. */
export function clearDevice(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // Where nothing could be kept, nothing is left.
  }
}
