// Reads, shows or removes errors that the auth service puts into a URL.
import { useEffect } from 'react';
import { createStore } from '../../ui/create-store.ts';
import { toastError } from '../../ui/toast.tsx';
import { urlErrorTexts } from '../../ui/error-texts.ts';

const names = ['error', 'error_code', 'error_description'];

const { busy, expiredFlow, tooMany, unknown } = urlErrorTexts;

/** By `error_code`, else by `error`. `error_description` is never shown, because a link could contain any text. */
const messages: Record<string, string> = {
  otp_expired: urlErrorTexts.expiredLink,
  access_denied: urlErrorTexts.cancelled,
  signup_disabled: urlErrorTexts.signUpClosed,
  user_banned: urlErrorTexts.blocked,
  email_exists: urlErrorTexts.emailTaken,
  identity_already_exists: urlErrorTexts.identityTaken,
  identity_not_found: urlErrorTexts.identityMissing,
  single_identity_not_deletable: urlErrorTexts.onlyIdentity,
  provider_email_needs_verification: urlErrorTexts.unverifiedEmail,
  bad_oauth_state: expiredFlow,
  bad_oauth_callback: expiredFlow,
  flow_state_not_found: expiredFlow,
  flow_state_expired: expiredFlow,
  over_request_rate_limit: tooMany,
  over_email_send_rate_limit: tooMany,
  server_error: busy,
  temporarily_unavailable: busy,
  unexpected_failure: busy,
};

/** The message of the error, until a sign-in. */
const urlError = createStore<string | null>(null);
let shown = false;

/** Removes the error from the URL (`#error=…`, `?error=…`), so that neither a reload nor the auth client sees it. */
export function captureUrlError(): void {
  const taken = takeUrlParameters(names);
  if (!taken) return;
  const codes = [taken.get('error_code') ?? '', taken.get('error') ?? ''];
  setError(codes.find((name) => Object.hasOwn(messages, name)));
}

/** Called if the session in the URL was rejected. */
export function setExpiredLinkError(): void {
  setError('otp_expired');
}

function setError(code: string | undefined): void {
  shown = false;
  urlError.write(messages[code ?? ''] ?? unknown);
}

export function clearUrlError(): void {
  urlError.write(null);
}

/** The error from the URL (`#error=…`, an expired link); also shown as a toast once. */
export function useUrlError(): string | null {
  const problem = urlError.usePart((current) => current);
  useEffect(() => {
    if (problem !== null) showUrlErrorToast();
  }, [problem]);
  return problem;
}

/** Shows it as a toast, once per document. */
export function showUrlErrorToast(): void {
  const problem = urlError.read();
  if (problem === null || shown) return;
  shown = true;
  toastError({ title: urlErrorTexts.title, description: problem });
}

/**
 * Removes parameters from the query and the fragment of the current URL, because history, screenshots and copied links
 * would contain them. Returns them, those of the query first, or null if there are none.
 */
export function takeUrlParameters(names: readonly string[]): URLSearchParams | null {
  const url = new URL(location.href);
  const fragment = new URLSearchParams(url.hash.slice(1));
  const query = url.searchParams;
  const taken = new URLSearchParams();
  for (const name of names) {
    const value = query.get(name) ?? fragment.get(name);
    if (value !== null) taken.set(name, value);
    if (fragment.has(name)) url.hash = '';
    if (query.has(name)) query.delete(name);
  }
  if (taken.size === 0) return null;
  history.replaceState(history.state, '', url.pathname + url.search + url.hash);
  return taken;
}
