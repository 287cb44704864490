import { useEffect, useRef } from 'react';
import { createPath, useNavigation } from 'react-router';
import { toast } from '../ui/toast-list.ts';

/**
 * When the scripts of the next page cannot be had, the router reads this page anew. Better: after a deploy, when they
 * are gone, the visitor goes where the link pointed, in a new document; without a connection this page stays with
 * all that was typed in it, and goes on once the connection is back. Where the browser cannot tell (no Navigation
 * API) the router's reload stands.
 */
export function useWayOn(): void {
  const { location: target } = useNavigation();
  const wanted = useRef('');

  useEffect(() => {
    wanted.current = target ? createPath(target) : '';
  }, [target]);

  useEffect(() => {
    function insteadOfReload(event: NavigateEvent) {
      if (event.navigationType !== 'reload' || event.userInitiated) return;
      if (!navigator.onLine) {
        event.preventDefault();
        toast({
          title: 'No connection right now',
          description: 'The page you chose opens by itself once you are back online.',
          variant: 'destructive',
        });
      } else if (wanted.current) {
        event.preventDefault();
        location.assign(wanted.current);
      }
    }
    function goOn() {
      if (wanted.current) location.assign(wanted.current);
    }
    const history: Navigation | undefined = window.navigation;
    history?.addEventListener('navigate', insteadOfReload);
    addEventListener('online', goOn);
    return () => {
      history?.removeEventListener('navigate', insteadOfReload);
      removeEventListener('online', goOn);
    };
  }, []);
}
