/** A storage of the browser; if that is blocked or full, this page's memory, which is lost when the page is left. */
function createStorage(open: () => Storage) {
  const memory = new Map<string, string>();
  /** Undefined if the browser throws, as it does at any access to a blocked storage. */
  function tried<Result>(action: (storage: Storage) => Result): Result | undefined {
    try {
      return action(open());
    } catch {
      return undefined;
    }
  }
  return {
    get: (key: string): string | null => memory.get(key) ?? tried((storage) => storage.getItem(key)) ?? null,
    /** Returns whether the value is stored beyond this page. */
    set(key: string, text: string): boolean {
      const isStored = tried((storage) => {
        storage.setItem(key, text);
        return true;
      });
      if (isStored) memory.delete(key);
      else memory.set(key, text);
      return isStored ?? false;
    },
    remove(key: string): void {
      memory.delete(key);
      tried((storage) => storage.removeItem(key));
    },
    keys: (): string[] => [
      ...new Set([...memory.keys(), ...(tried((storage) => Object.keys(storage)) ?? [])]),
    ],
  };
}

export const localStore = createStorage(() => localStorage);
/** The storage of this tab. */
export const tabStore = createStorage(() => sessionStorage);

/** All cookies that scripts may read; '' if they are blocked. */
export function readCookies(): string {
  try {
    return document.cookie;
  } catch {
    return '';
  }
}

export function writeCookie(cookie: string): void {
  try {
    document.cookie = cookie;
  } catch {
    // the value is kept in memory until the page is left
  }
}
