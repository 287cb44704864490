import { authTexts } from './auth-texts.ts';
import { readMailLink } from './mail-link.ts';

const { steps } = authTexts;

export interface AuthView {
  kind: 'sign-in' | 'owner' | 'forgot' | 'link';
  title: string;
  text: string;
  /** Path to open once there is a session. */
  next: string;
}

/** The step of /auth: sign in or up, `?forgot`, `?owner` (the set-up link), or a link from a message. */
export function authView(search: URLSearchParams, agencyName: string): AuthView {
  const next = search.has('new-password') ? '/dashboard/settings?new-password' : '/dashboard';
  const link = readMailLink(search);
  if (link?.type === 'invite')
    return { kind: 'link', title: steps.invite.title, text: steps.invite.text(agencyName), next };
  if (link) return { kind: 'link', ...steps[link.type], next };
  if (search.has('confirmed')) return { kind: 'sign-in', ...steps.confirmed, next };
  if (search.has('expired')) return { kind: 'sign-in', ...steps.expired, next };
  if (search.has('forgot')) return { kind: 'forgot', ...steps.forgot, next };
  if (search.has('owner')) return { kind: 'owner', ...steps.owner, next };
  return { kind: 'sign-in', ...steps.signIn, next };
}
