import type { Session } from '@supabase/supabase-js';
import { useEffect, useSyncExternalStore } from 'react';
import { openBrowserClient } from '../data/browser-client.ts';
import type { BrowserBackend } from '../data/server-client.ts';
import { noteSession } from './ended-elsewhere.ts';
import { clearDevice } from './kept-on-device.ts';
import { keepOwnerToken } from './owner-token.ts';
import { takeUrlSession } from './url-session.ts';

/** Who is signed in, as this tab knows it. The server never knows: the session lives in the browser. */
export type SessionState = { phase: 'loading' } | { phase: 'in'; session: Session } | { phase: 'out' };

const loading: SessionState = { phase: 'loading' };
const listeners = new Set<() => void>();
let state: SessionState = loading;
let urlProblem: string | null = null;
let started = false;

function publish(change: () => void): void {
  change();
  for (const listener of listeners) listener();
}

function adopt(session: Session | null): void {
  publish(() => {
    noteSession(state.phase === 'in' ? 'in' : 'out', session ? 'in' : 'out');
    state = session ? { phase: 'in', session } : { phase: 'out' };
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Error parameters stay in the address until somebody removes them; a reload would show them again. */
function removeProblemFromAddress(): void {
  const url = new URL(location.href);
  for (const name of ['error', 'error_code', 'error_description']) url.searchParams.delete(name);
  if (/(^#|&)error/.test(url.hash)) url.hash = '';
  history.replaceState(history.state, '', url.pathname + url.search + url.hash);
}

/** Reads the stored session and follows every change of it, in other tabs too. Runs once a tab. */
async function start(backend: BrowserBackend): Promise<void> {
  if (started) return;
  started = true;
  keepOwnerToken();
  const linked = takeUrlSession();
  const { auth } = openBrowserClient(backend);
  // Before anybody hears that there is no session yet: a guard would lead away from the page that the link opens.
  const { error: refused } = linked ? await auth.setSession(linked) : { error: null };
  auth.onAuthStateChange((event, session) => {
    if (event === 'SIGNED_OUT') clearDevice();
    adopt(session);
  });
  const initial = await auth.initialize();
  const error = refused ?? initial.error;
  if (error) {
    removeProblemFromAddress();
    publish(() => {
      urlProblem = error.message;
    });
  }
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

/** Hands over once what the address said went wrong (`#error=…`, a dead link in a mail). */
export function useUrlProblem(show: (message: string) => void): void {
  const problem = useSyncExternalStore(
    subscribe,
    () => urlProblem,
    () => null,
  );
  useEffect(() => {
    if (problem === null || urlProblem === null) return;
    urlProblem = null;
    show(problem);
  }, [problem, show]);
}
