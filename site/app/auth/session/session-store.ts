// The session as this tab knows it: how it begins, changes, ends.
import type { Session } from '@supabase/supabase-js';
import { useLayoutEffect } from 'react';
import { openBrowserClient, browserClient, createDetachedClient } from '../../data/browser-client.ts';
import type { BrowserClientConfig } from '../../data/server-client.ts';
import { createStore } from '../../ui/create-store.ts';
import { setExpiredLinkError, captureUrlError, takeUrlParameters } from './url-error.ts';
import { captureOwnerToken } from './owner-token.ts';

/** The session as this tab knows it. It exists only in the browser, never on the server. */
export type SessionState =
  | { phase: 'loading' }
  | { phase: 'in'; session: Session }
  | { phase: 'out' }
  /** A link contains the session of another account, and nothing is replaced yet. */
  | { phase: 'choosing-account'; current: Session; linked: Session; choose: (replace: boolean) => void };

const state = createStore<SessionState>({ phase: 'loading' });
let started = false;

function adopt(session: Session | null): void {
  recordSessionChange(state.read().phase === 'in' ? 'in' : 'out', session ? 'in' : 'out');
  state.write(session ? { phase: 'in', session } : { phase: 'out' });
}

function confirmSwitch(current: Session, linked: Session): Promise<boolean> {
  return new Promise((choose) => state.write({ phase: 'choosing-account', current, linked, choose }));
}

/** A session that the auth service put into the URL of a link. */
interface UrlSession {
  access_token: string;
  refresh_token: string;
}

/**
 * Calls adoptSession(). While its question to the user is shown, `state` is 'choosing-account'; afterwards the state
 * before it is restored.
 */
export async function adoptSessionFromLink(linked: UrlSession): ReturnType<typeof adoptSession> {
  const before = state.read();
  const outcome = await adoptSession(linked, confirmSwitch);
  if (state.read().phase === 'choosing-account') state.write(before);
  return outcome;
}

/** Reads the stored session and follows its changes, including those in other tabs. Once per tab. */
async function start(backend: BrowserClientConfig): Promise<void> {
  if (started) return;
  started = true;
  captureOwnerToken();
  const linked = takeUrlSession();
  captureUrlError();
  const { auth } = await openBrowserClient(backend);
  // Runs before subscribers get "no session": the guard would redirect away from the page that the link opens.
  if (linked && (await adoptSessionFromLink(linked)) === 'rejected') setExpiredLinkError();
  auth.onAuthStateChange((_event, session) => adopt(session));
  await auth.initialize();
  const { data } = await auth.getSession();
  adopt(data.session);
}

function useSessionState(): SessionState {
  return state.usePart((current) => current);
}

/** This tab's session; `backend` comes from the page's loader. */
export function useSession(backend: BrowserClientConfig): SessionState {
  // A layout effect, so that a form submitted at the moment of hydration finds the backend.
  useLayoutEffect(() => {
    void start(backend);
  }, [backend]);
  return useSessionState();
}

/** The session, for screens inside the guard. */
export function useSignedInSession(): Session {
  const current = useSessionState();
  if (current.phase !== 'in') throw new Error('useSignedInSession() is for screens behind the guard');
  return current.session;
}

/** Resolves to whether the session of `linked` should replace `current`. */
type ConfirmSwitch = (current: Session, linked: Session) => Promise<boolean>;

/**
 * Makes a link's session this browser's session. If another account is signed in, its user decides: another person's
 * link must not switch accounts unnoticed. The server is asked whose session it is, because an expired token could name
 * anyone.
 */
async function adoptSession(
  linked: UrlSession,
  confirmSwitch: ConfirmSwitch,
): Promise<'adopted' | 'kept' | 'rejected'> {
  const { auth } = browserClient();
  const { session: before } = (await auth.getSession()).data;
  if (!before) return (await auth.setSession(linked)).error ? 'rejected' : 'adopted';
  const detached = createDetachedClient().auth;
  const { session } = (await detached.setSession(linked)).data;
  if (!session) return 'rejected';
  const isOther = session.user.id !== before.user.id;
  if (isOther && !(await confirmSwitch(before, session))) {
    await detached.signOut({ scope: 'local' });
    return 'kept';
  }
  if ((await auth.setSession(session)).error) return 'rejected';
  if (isOther) await detached.admin.signOut(before.access_token, 'local');
  return 'adopted';
}

/** Every parameter that the client treats as part of a session. */
const names = [
  'access_token',
  'refresh_token',
  'expires_at',
  'expires_in',
  'token_type',
  'provider_token',
  'provider_refresh_token',
];

/**
 * Removes the session from `/dashboard#access_token=…` before the auth client reads it: the client would adopt it
 * without asking whose it is, and leave the tokens in the history. The client also reads the query, and before the
 * fragment.
 */
function takeUrlSession(): UrlSession | null {
  const taken = takeUrlParameters(names);
  const access_token = taken?.get('access_token');
  const refresh_token = taken?.get('refresh_token');
  return access_token && refresh_token ? { access_token, refresh_token } : null;
}

let signingOut = false;
let signedOutRemotely = false;

/** Call it before this tab signs out, so that the end of its session is not reported as remote. */
function beginSignOut(): void {
  signingOut = true;
}

export function isSigningOut(): boolean {
  return signingOut;
}

function cancelSignOut(): void {
  signingOut = false;
}

/** Records how this tab's session ended; a new session resets it. */
function recordSessionChange(before: 'in' | 'out', now: 'in' | 'out'): void {
  if (before === 'in' && now === 'out') signedOutRemotely = !signingOut;
  if (now === 'in') signedOutRemotely = false;
  signingOut = now === 'in' && signingOut;
}

/** Whether the session was ended by another tab, another device or an owner. */
export function wasSignedOutRemotely(): boolean {
  return signedOutRemotely;
}

/** Ends all sessions of this account. Throws if the server did not confirm; then nothing has changed. */
export async function signOutEverywhere(): Promise<void> {
  beginSignOut();
  const { error } = await browserClient().auth.signOut();
  if (!error) return;
  cancelSignOut();
  throw error;
}

/** Deletes the session on this device, even if the server does not respond. */
export async function signOutOnThisDevice(): Promise<void> {
  beginSignOut();
  await browserClient().auth.signOut({ scope: 'local' });
}
