import { useEffect, useRef } from 'react';
import { createPath, useLocation, useNavigation } from 'react-router';
import { toast } from '../../ui/toast-list.ts';

/**
 * When the scripts of the next page cannot be had, the router reads this page anew. Better: after a deploy, when they
 * are gone, the visitor goes where the link pointed, in a new document; without a connection this page stays with
 * all that was typed in it, and goes on once the connection is back. Where the browser cannot tell (no Navigation
 * API) the router's reload stands. Where no link was pressed, as after signing in, the way is the router's own.
 */
export function useWayOn(): void {
  const { key } = useLocation();
  const { location: next } = useNavigation();
  const pending = useRef('');
  /** Address of the link that was pressed, until its page is there. Known at once, before the router's state is. */
  const chosen = useRef('');
  const isWaiting = useRef(false);
  const last = useRef(key);

  useEffect(() => {
    pending.current = next ? createPath(next) : '';
  }, [next]);

  useEffect(() => {
    if (last.current === key) return;
    last.current = key;
    chosen.current = '';
    isWaiting.current = false;
  }, [key]);

  useEffect(() => {
    function noteLink(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const isPlain = !(event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      if (link && isPlain && link.target === '' && link.origin === location.origin)
        chosen.current = link.href;
    }
    function insteadOfReload(event: NavigateEvent) {
      if (event.navigationType !== 'reload' || event.userInitiated) return;
      if (!navigator.onLine) {
        event.preventDefault();
        isWaiting.current = true;
        toast({
          title: 'No connection right now',
          description: "The page will open once you're back online.",
          variant: 'destructive',
        });
      } else if (chosen.current || pending.current) {
        event.preventDefault();
        location.assign(chosen.current || pending.current);
      }
    }
    function goOn() {
      if (isWaiting.current) location.assign(chosen.current || pending.current || location.href);
    }
    const history: Navigation | undefined = window.navigation;
    addEventListener('click', noteLink, true);
    history?.addEventListener('navigate', insteadOfReload);
    addEventListener('online', goOn);
    return () => {
      removeEventListener('click', noteLink, true);
      history?.removeEventListener('navigate', insteadOfReload);
      removeEventListener('online', goOn);
    };
  }, []);
}
