import type { Session } from '@supabase/supabase-js';
import { useEffect, useSyncExternalStore } from 'react';
import { openBrowserClient } from '../../data/browser-client.ts';
import type { BrowserBackend } from '../../data/server-client.ts';
import { currentUrlError, setExpiredLinkError, showUrlError, takeUrlError } from './url-error.ts';
import { adoptSession } from './adopt-session.ts';
import { recordSessionChange } from './remote-sign-out.ts';
import { clearDevice } from './device-storage.ts';
import { storeOwnerToken } from './owner-token.ts';
import { takeUrlSession, type UrlSession } from './url-session.ts';

/** Who is signed in, as this tab knows it. The server never knows: the session lives in the browser. */
export type SessionState =
  | { phase: 'loading' }
  | { phase: 'in'; session: Session }
  | { phase: 'out' }
  /** A link brought along the session of another account, and nothing has happened yet. */
  | { phase: 'choosing-account'; current: Session; linked: Session; choose: (replace: boolean) => void };

const loading: SessionState = { phase: 'loading' };
const listeners = new Set<() => void>();
let state: SessionState = loading;
let started = false;

function publish(change: () => void): void {
  change();
  for (const listener of listeners) listener();
}

function adopt(session: Session | null): void {
  publish(() => {
    recordSessionChange(state.phase === 'in' ? 'in' : 'out', session ? 'in' : 'out');
    state = session ? { phase: 'in', session } : { phase: 'out' };
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks on the screen whether the account of a link replaces the one that is signed in. */
function confirmSwitch(current: Session, linked: Session): Promise<boolean> {
  return new Promise((choose) => {
    publish(() => {
      state = { phase: 'choosing-account', current, linked, choose };
    });
  });
}

/** Goes on with the session that a link brought along; see adoptSession(). */
export async function adoptLinkedSession(linked: UrlSession): ReturnType<typeof adoptSession> {
  const before = state;
  const outcome = await adoptSession(linked, confirmSwitch);
  if (state.phase === 'choosing-account') {
    publish(() => {
      state = before;
    });
  }
  return outcome;
}

/** Reads the stored session and follows every change of it, in other tabs too. Runs once a tab. */
async function start(backend: BrowserBackend): Promise<void> {
  if (started) return;
  started = true;
  storeOwnerToken();
  const linked = takeUrlSession();
  takeUrlError();
  const { auth } = openBrowserClient(backend);
  // Before anybody hears that there is no session yet: a guard would lead away from the page that the link opens.
  if (linked && (await adoptLinkedSession(linked)) === 'rejected') publish(setExpiredLinkError);
  auth.onAuthStateChange((event, session) => {
    if (event === 'SIGNED_OUT') clearDevice();
    adopt(session);
  });
  await auth.initialize();
  const { data } = await auth.getSession();
  adopt(data.session);
}

/** The session of this tab; `backend` comes from the loader of the page that asks. */
export function useSession(backend: BrowserBackend): SessionState {
  useEffect(() => {
    void start(backend);
  }, [backend]);
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => loading,
  );
}

/** The signed-in session, for screens inside the guard. */
export function useSignedIn(): Session {
  const current = useSyncExternalStore(
    subscribe,
    () => state,
    () => loading,
  );
  if (current.phase !== 'in') throw new Error('useSignedIn() is for screens behind the guard');
  return current.session;
}

/** What the address said went wrong (`#error=…`, a dead link in a mail); also handed over, once for a document. */
export function useUrlError(show: (message: string) => void): string | null {
  const problem = useSyncExternalStore(subscribe, currentUrlError, () => null);
  useEffect(() => {
    if (problem !== null) showUrlError(show);
  }, [problem, show]);
  return problem;
}
