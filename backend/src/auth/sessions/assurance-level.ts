import { authError } from '../http/errors.ts';
import type { SignedIn } from './require-user.ts';
import type { UserRow } from '../accounts/user-row.ts';

export function hasVerifiedFactor(user: UserRow): boolean {
  return user.factors.some(({ status }) => status === 'verified');
}

/** From the database, not the token. */
export function needsSecondFactor({ user, aal }: SignedIn): boolean {
  return hasVerifiedFactor(user) && aal !== 'aal2';
}

/** Throws 401 insufficient_aal. */
export function requireAal2ForCredentialChange(signedIn: SignedIn): void {
  if (!needsSecondFactor(signedIn)) return;
  throw authError(
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  );
}

/** Without it, a thief of the password could make their own key the second factor. Throws 403 insufficient_aal. */
export function requireAal2ToCompleteEnrolment(factor: { status: string }, signedIn: SignedIn): void {
  if (factor.status === 'verified' || !needsSecondFactor(signedIn)) return;
  throw authError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
}
