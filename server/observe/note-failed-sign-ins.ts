import type { Protocol } from '@fairlead/backend/start-http-server.ts';
import { accountOf } from './note-bulk-reads.ts';

export interface FailedSignIn {
  kind: 'password' | 'code';
  /** of the token, for a code */
  account: string | null;
  /** as it was given, for a password */
  email: string | null;
  address: string;
}

const errorOf = { password: 'invalid_credentials', code: 'mfa_verification_failed' } as const;

/**
 * `backend`, whose refused passwords and codes are noted: the database rolls back what it would have noted itself. The
 * response does not wait, so that its time says nothing about the address. `note` must not reject.
 */
export function noteFailedSignIns(
  backend: Protocol,
  note: (failed: FailedSignIn) => Promise<void>,
): Protocol {
  return {
    ...backend,
    async fetch(request, from) {
      const kind = kindOf(request);
      if (kind === null) return backend.fetch(request, from);
      const copy = request.clone();
      const response = await backend.fetch(request, from);
      if (response.ok || !(await response.clone().text()).includes(`"${errorOf[kind]}"`)) {
        await copy.body?.cancel();
        return response;
      }
      const address = from?.address ?? '';
      void copy
        .json()
        .then((body: unknown) => note({ kind, ...whoOf(kind, body, request), address }))
        .catch(() => {});
      return response;
    },
  };
}

function kindOf({ method, url }: Request): FailedSignIn['kind'] | null {
  const { pathname, searchParams } = new URL(url);
  if (method !== 'POST') return null;
  if (pathname === '/auth/v1/token' && searchParams.get('grant_type') === 'password') return 'password';
  return /^\/auth\/v1\/factors\/[^/]+\/verify$/.test(pathname) ? 'code' : null;
}

function whoOf(
  kind: FailedSignIn['kind'],
  body: unknown,
  { headers }: Request,
): Pick<FailedSignIn, 'account' | 'email'> {
  if (kind === 'code') return { account: accountOf(headers.get('authorization')), email: null };
  const { email } = body as { email?: unknown };
  return { account: null, email: typeof email === 'string' ? email.slice(0, 256) : null };
}
