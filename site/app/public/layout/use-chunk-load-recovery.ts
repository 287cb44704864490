// Recovers when a script chunk fails to load, after a deploy or while the browser is offline.
import { useEffect, useRef } from 'react';
import { createPath, useLocation, useNavigation } from 'react-router';
import { toastError } from '../../ui/toast.tsx';
import { errorPageTexts } from '../page/page-texts.ts';

/**
 * Replaces the router's reload when a chunk fails to load. Opens the clicked link in a new document (after a deploy),
 * or once the browser is online again, keeping typed text. Without the Navigation API or a clicked link, the router
 * reloads.
 */
export function useChunkLoadRecovery(): void {
  const { key } = useLocation();
  const { location: next } = useNavigation();
  const pendingUrl = useRef('');
  /** The URL of the clicked link until its page is shown; the state of the router contains it only later. */
  const clickedUrl = useRef('');
  const isWaitingForConnection = useRef(false);
  const lastKey = useRef(key);

  useEffect(() => {
    pendingUrl.current = next ? createPath(next) : '';
  }, [next]);

  useEffect(() => {
    if (lastKey.current === key) return;
    lastKey.current = key;
    clickedUrl.current = '';
    isWaitingForConnection.current = false;
  }, [key]);

  useEffect(() => {
    function recordClickedLink(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const isPlain = !(event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      if (link && isPlain && link.target === '' && link.origin === location.origin)
        clickedUrl.current = link.href;
    }
    function replaceReload(event: NavigateEvent) {
      if (event.navigationType !== 'reload' || event.userInitiated) return;
      if (!navigator.onLine) {
        event.preventDefault();
        isWaitingForConnection.current = true;
        toastError({ title: errorPageTexts.offlineTitle, description: errorPageTexts.offlineNavigation });
      } else if (clickedUrl.current || pendingUrl.current) {
        event.preventDefault();
        location.assign(clickedUrl.current || pendingUrl.current);
      }
    }
    function openWhenOnline() {
      if (isWaitingForConnection.current)
        location.assign(clickedUrl.current || pendingUrl.current || location.href);
    }
    const history: Navigation | undefined = window.navigation;
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('click', recordClickedLink, { capture: true, signal });
    history?.addEventListener('navigate', replaceReload, { signal });
    addEventListener('online', openWhenOnline, { signal });
    return () => listening.abort();
  }, []);
}
