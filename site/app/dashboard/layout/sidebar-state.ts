import { useEffect, useState, useSyncExternalStore } from 'react';
import { readCookies, writeCookie } from '../../ui/browser-storage.ts';
import { shortcutKey } from '../../ui/keys.ts';

const cookieName = 'sidebar_state';
const cookieLifeSeconds = 7 * 24 * 60 * 60;
const narrow = '(width < 48rem)';

function readCookie(): boolean {
  return !readCookies().split('; ').includes(`${cookieName}=false`);
}

/** On a Mac, Ctrl+B moves the cursor in a text field, so only Cmd+B counts there. */
function isToggleKey(event: KeyboardEvent): boolean {
  if (shortcutKey(event) !== 'b' || event.altKey || event.shiftKey) return false;
  if (event.metaKey) return true;
  const typing =
    event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]');
  return event.ctrlKey && !(typing && navigator.platform.startsWith('Mac'));
}

function watchWidth(listener: () => void): () => void {
  const query = matchMedia(narrow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the viewport is under 768 px wide. Browser only. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    watchWidth,
    () => matchMedia(narrow).matches,
    () => false,
  );
}

/** Expanded or collapsed, stored for 7 days. */
export function useExpanded(): [boolean, () => void] {
  const [expanded, setExpanded] = useState(readCookie);
  function toggle(): void {
    writeCookie(`${cookieName}=${!expanded}; path=/dashboard; max-age=${cookieLifeSeconds}; samesite=lax`);
    setExpanded(!expanded);
  }
  return [expanded, toggle];
}

export function useToggleKey(toggle: () => void): void {
  useEffect(() => {
    function follow(event: KeyboardEvent): void {
      if (!isToggleKey(event)) return;
      event.preventDefault();
      toggle();
    }
    window.addEventListener('keydown', follow);
    return () => window.removeEventListener('keydown', follow);
  }, [toggle]);
}
