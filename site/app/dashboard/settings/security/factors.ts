// The second factors of an account: reads or changes them, explains their errors.
import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import type { User } from '@supabase/supabase-js';
import { useSignedInSession } from '../../../auth/session/session-store.ts';
import { authErrorMessage } from '../../../auth/auth-error-message.ts';
import { securityTexts } from '../settings-texts.ts';

export type AuthenticatorEnrolment = { id: string; secret: string; uri: string };

/** This account's verified second factors, from the server. */
export function useVerifiedFactors() {
  const { data, ...query } = useCurrentUser();
  return { ...query, data: data && (data.factors ?? []).filter(({ status }) => status === 'verified') };
}

/** Deletes an unverified enrolment, because it would reserve its name. */
async function deleteUnverified(): Promise<void> {
  const { mfa } = browserClient().auth;
  const { data } = await mfa.listFactors();
  const left = data?.all.filter(({ status }) => status === 'unverified') ?? [];
  for (const { id } of left) await mfa.unenroll({ factorId: id });
}

/** Enrols an authenticator app, which is active once a first code is verified. */
export async function enrolAuthenticator(
  friendlyName: string,
  issuer: string,
): Promise<AuthenticatorEnrolment> {
  await deleteUnverified();
  const { data, error } = await browserClient().auth.mfa.enroll({
    factorType: 'totp',
    friendlyName,
    issuer,
  });
  if (error) throw error;
  return { id: data.id, secret: data.totp.secret, uri: data.totp.uri };
}

export async function confirmAuthenticator({ id, code }: { id: string; code: string }): Promise<void> {
  const { error } = await browserClient().auth.mfa.challengeAndVerify({ factorId: id, code });
  if (error) throw error;
}

export async function enrolSecurityKey(friendlyName: string): Promise<void> {
  await deleteUnverified();
  const { error } = await browserClient().auth.mfa.webauthn.register({ friendlyName });
  if (error) throw error;
}

export async function removeFactor(id: string): Promise<void> {
  const { auth } = browserClient();
  const { error } = await auth.mfa.unenroll({ factorId: id });
  if (error) throw error;
  // The session of this tab still contains the removed factor, and the server may have lowered its level.
  await auth.refreshSession();
}

/**
 * A mutation that changes a factor. All queries are refetched, because roles and access may have changed. `onDone`
 * runs before the refetch, while its component is still mounted.
 */
export function useFactorMutation<Input>(
  change: (input: Input) => Promise<void>,
  onDone: (input: Input) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (_, input) => {
      onDone(input);
      return queries.invalidateQueries();
    },
  });
}

async function readCurrentUser(): Promise<User> {
  const { data, error } = await browserClient().auth.getUser();
  if (error) throw error;
  return data.user;
}

/** This account as the server returns it, because this tab's session may be an hour old. */
export function useCurrentUser() {
  const { user } = useSignedInSession();
  return useQuery({ queryKey: ['user', user.id], queryFn: readCurrentUser });
}

const { errors, nameTaken } = securityTexts.factors;

/** Names of browser errors about security keys. */
const adviceByName: Record<string, string> = {
  InvalidStateError: errors.keyTaken,
  NotSupportedError: errors.keyUnfit,
  SecurityError: errors.wrongAddress,
};

const adviceByCode: Record<string, string> = {
  mfa_verification_failed: errors.codeWrong,
  mfa_challenge_expired: errors.codeExpired,
  mfa_factor_name_conflict: nameTaken,
  mfa_factor_not_found: errors.setUpElsewhere,
  too_many_enrolled_mfa_factors: errors.tooManyFactors,
  insufficient_aal: errors.signInAgain,
  over_request_rate_limit: errors.tooManyAttempts,
  mfa_totp_enroll_not_enabled: errors.appsOff,
  mfa_webauthn_enroll_not_enabled: errors.keysOff,
  mfa_web_authn_enroll_not_enabled: errors.keysOff,
};

/** A message with what to do about a rejected second factor, instead of the error's name. */
export function explainFactorError(error: Error): string {
  const { code = '', status } = error as { code?: string; status?: number };
  const known = adviceByCode[code] ?? adviceByName[error.name];
  if (known) return known;
  if ('__isWebAuthnError' in error) return errors.keySilent;
  return status ? authErrorMessage(error, error.message) : errors.unreachable;
}
