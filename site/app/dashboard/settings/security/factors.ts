import { useMutation, useQueryClient } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { useCurrentUser } from '../use-current-user.ts';

export type Enrolment = { id: string; secret: string; uri: string };

/** This account's verified second factors, from the server. */
export function useFactors() {
  const { data, ...query } = useCurrentUser();
  return { ...query, data: data && (data.factors ?? []).filter(({ status }) => status === 'verified') };
}

/** An unverified enrolment would hold its name. */
async function deleteUnverified(): Promise<void> {
  const { mfa } = browserClient().auth;
  const { data } = await mfa.listFactors();
  const left = data?.all.filter(({ status }) => status === 'unverified') ?? [];
  for (const { id } of left) await mfa.unenroll({ factorId: id });
}

/** Enrols an authenticator app; it counts once a first code is verified. */
export async function beginAuthenticator(friendlyName: string, issuer: string): Promise<Enrolment> {
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

export async function addKey(friendlyName: string): Promise<void> {
  await deleteUnverified();
  const { error } = await browserClient().auth.mfa.webauthn.register({ friendlyName });
  if (error) throw error;
}

export async function removeFactor(id: string): Promise<void> {
  const { auth } = browserClient();
  const { error } = await auth.mfa.unenroll({ factorId: id });
  if (error) throw error;
  // This tab's session still lists the factor, and its level may have been lowered.
  await auth.refreshSession();
}

/**
 * A factor may change everything: lists, roles, access. `onDone` runs before the refetch, while its component is
 * still mounted.
 */
export function useFactorChange<Input>(
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
