// WebAuthn level 3, by @simplewebauthn/server.
import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { UserRow } from '../accounts/user-row.ts';
import type { StoredCredential } from './factor-row.ts';
import type { WebAuthnChallenge } from './challenge-row.ts';
import type { RelyingParty } from './relying-party.ts';

const ES256 = -7;
const EDDSA = -8;
const RS256 = -257;
const ALGORITHMS = [EDDSA, ES256, RS256];

interface WebAuthnRequest {
  storedChallenge: WebAuthnChallenge;
  /** What supabase-js passes to the browser. */
  clientOptions: { type: 'create' | 'request'; credential_options: { publicKey: object } };
}

/** `others` are keys of the account, which must not be registered twice. */
export async function createRegistrationChallenge(
  user: UserRow,
  others: StoredCredential[],
  { rpId, origins }: RelyingParty,
): Promise<WebAuthnRequest> {
  const name = user.email || user.phone || user.id;
  const publicKey = await generateRegistrationOptions({
    rpName: rpId,
    rpID: rpId,
    userName: name,
    userDisplayName: name,
    userID: new Uint8Array(Buffer.from(user.id)),
    attestationType: 'none',
    excludeCredentials: others.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return {
    storedChallenge: { challenge: publicKey.challenge, rpId, origins },
    clientOptions: { type: 'create', credential_options: { publicKey } },
  };
}

export async function createAuthenticationChallenge(
  { id, transports, rpId }: StoredCredential,
  origins: string[],
): Promise<WebAuthnRequest> {
  const publicKey = await generateAuthenticationOptions({
    rpID: rpId,
    allowCredentials: [{ id, transports }],
    userVerification: 'preferred',
  });
  return {
    storedChallenge: { challenge: publicKey.challenge, rpId, origins },
    clientOptions: { type: 'request', credential_options: { publicKey } },
  };
}

/** The registered key; undefined for an invalid response. Never throws. */
export async function verifyRegistration(
  response: unknown,
  { challenge, rpId, origins }: WebAuthnChallenge,
): Promise<(StoredCredential & { aaguid: string }) | undefined> {
  try {
    const given = response as RegistrationResponseJSON;
    if (carriesCertificates(given)) return undefined;
    const verdict = await verifyRegistrationResponse({
      response: given,
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verdict.verified) return undefined;
    const { credential, aaguid } = verdict.registrationInfo;
    const { id, publicKey, counter, transports = [] } = credential;
    return { id, publicKey: isoBase64URL.fromBuffer(publicKey), counter, transports, rpId, aaguid };
  } catch {
    return undefined;
  }
}

/** The key with its new counter; undefined for an invalid response. Never throws. */
export async function verifyAuthentication(
  response: unknown,
  { challenge, rpId, origins }: WebAuthnChallenge,
  credential: StoredCredential,
): Promise<StoredCredential | undefined> {
  try {
    const given = response as AuthenticationResponseJSON;
    if (given.id !== credential.id) return undefined;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: given,
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: rpId,
      credential: { ...credential, publicKey: isoBase64URL.toBuffer(credential.publicKey) },
      requireUserVerification: false,
    });
    return verified ? { ...credential, counter: authenticationInfo.newCounter } : undefined;
  } catch {
    return undefined;
  }
}

/** We ask for none, and verifying one would send requests to servers that the certificate names. */
function carriesCertificates({ response }: RegistrationResponseJSON): boolean {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  return attestation.get('attStmt').size > 0;
}
