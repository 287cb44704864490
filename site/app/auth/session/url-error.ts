const names = ['error', 'error_code', 'error_description'];

const busy = 'Something went wrong on our end. Please try again in a moment.';
const expired = 'That took too long or started in another browser. Please try again.';
const tooMany = 'Too many attempts. Wait a few minutes, then try again.';

/** By `error_code`, else by `error`. `error_description` is never shown: a link could put any text there. */
const messages: Record<string, string> = {
  otp_expired: 'This link has expired, was already used, or is incomplete. Ask for a new one.',
  access_denied: 'Signing in was cancelled or refused. Please try again.',
  signup_disabled: 'Sign-up is closed on this site. Ask the owner for an invitation.',
  user_banned: 'This account is blocked. Ask the owner of this site.',
  email_exists: 'That email already has an account. Sign in instead.',
  identity_already_exists: 'That sign-in is already linked to an account.',
  identity_not_found: 'That sign-in is not linked to your account.',
  single_identity_not_deletable: "You can't remove your only way to sign in.",
  provider_email_needs_verification: 'Confirm your email with that provider first, then try again.',
  bad_oauth_state: expired,
  bad_oauth_callback: expired,
  flow_state_not_found: expired,
  flow_state_expired: expired,
  over_request_rate_limit: tooMany,
  over_email_send_rate_limit: tooMany,
  server_error: busy,
  temporarily_unavailable: busy,
  unexpected_failure: busy,
};
const unknown = "That link didn't work. Ask for a new one, or sign in.";

let problem: string | null = null;
let shown = false;

/** Removes the error from the URL (`#error=…`, `?error=…`), so that neither a reload nor the auth client sees it. */
export function takeUrlError(): void {
  const url = new URL(location.href);
  const fragment = new URLSearchParams(url.hash.slice(1));
  const query = url.searchParams;
  const given = names.filter((name) => query.has(name) || fragment.has(name));
  if (given.length === 0) return;
  const codes = ['error_code', 'error'].map((name) => query.get(name) ?? fragment.get(name) ?? '');
  const known = codes.find((name) => Object.hasOwn(messages, name));
  setError(known);
  if (given.some((name) => fragment.has(name))) url.hash = '';
  for (const name of given) if (query.has(name)) query.delete(name);
  history.replaceState(history.state, '', url.pathname + url.search + url.hash);
}

/** The session in the URL was rejected. */
export function setExpiredLinkError(): void {
  setError('otp_expired');
}

function setError(code: string | undefined): void {
  problem = messages[code ?? ''] ?? unknown;
  shown = false;
}

/** The error's message, until a sign-in. */
export function currentUrlError(): string | null {
  return problem;
}

export function clearUrlError(): void {
  problem = null;
}

export function showUrlError(show: (message: string) => void): void {
  if (problem === null || shown) return;
  shown = true;
  show(problem);
}
