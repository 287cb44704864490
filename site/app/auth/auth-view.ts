import { agency } from '../agency.ts';
import { readMailLink } from './mail-link.ts';

export interface AuthView {
  kind: 'sign-in' | 'owner' | 'forgot' | 'link';
  title: string;
  text: string;
  /** Path to open once there is a session. */
  next: string;
}

/** The step of /auth: sign in or up, `?forgot`, `?owner` (the set-up link), or a link from a message. */
export function authView(search: URLSearchParams): AuthView {
  const next = search.has('new-password') ? '/dashboard/settings?new-password' : '/dashboard';
  const link = readMailLink(search);
  if (link?.type === 'recovery') {
    return {
      kind: 'link',
      title: 'Choose a new password',
      text: 'The link we emailed you works once',
      next,
    };
  }
  if (link) {
    const text = `You've been invited to join ${agency.name}`;
    return { kind: 'link', title: 'Welcome aboard', text, next };
  }
  if (search.has('forgot')) {
    const text = "Enter your email and we'll send you a link";
    return { kind: 'forgot', title: 'Forgot password?', text, next };
  }
  if (search.has('owner')) {
    return { kind: 'owner', title: 'Admin Access', text: 'Create the owner account', next };
  }
  return { kind: 'sign-in', title: 'Admin Access', text: 'Sign in to manage your agency', next };
}
