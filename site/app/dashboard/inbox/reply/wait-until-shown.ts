const giveUpMs = 10_000;

/** True when the page shows what is asked for, false after a while without it. */
export function waitUntilShown(isShown: () => boolean): Promise<boolean> {
  if (isShown()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (isShown()) end(true);
    });
    const timer = setTimeout(() => end(false), giveUpMs);
    function end(isThere: boolean): void {
      observer.disconnect();
      clearTimeout(timer);
      resolve(isThere);
    }
    observer.observe(document.body, { childList: true, subtree: true });
  });
}
