// WebAuthn level 3, with @simplewebauthn/server.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { UserRow } from '../accounts/user-row.ts';
import type { StoredWebAuthnCredential, WebAuthnChallenge } from './factor-rows.ts';
import { z } from 'zod';
import type { AuthDeps } from '../deps.ts';
import { validationFailedError } from '../http/errors.ts';
import { parseAllowedRedirectUrl } from '../http/redirect.ts';

/** Loaded at its first use, because it and its certificate parsers take about ten megabytes of memory. */
const loadLibrary = () => import('@simplewebauthn/server');
const loadHelpers = () => import('@simplewebauthn/server/helpers');

const ES256 = -7;
const eddsa = -8;
const RS256 = -257;
const algorithms = [eddsa, ES256, RS256];

interface WebAuthnRequest {
  storedChallenge: WebAuthnChallenge;
  /** The options that supabase-js passes to the browser. */
  clientOptions: { type: 'create' | 'request'; credential_options: { publicKey: object } };
}

interface RelyingParty {
  /** A host name: the origin's own, or a parent domain of it. */
  rpId: string;
  origins: string[];
}

/** `others` are keys of the account, which must not be registered twice. */
export async function beginWebAuthnRegistration(
  user: UserRow,
  others: StoredWebAuthnCredential[],
  { rpId, origins }: RelyingParty,
): Promise<WebAuthnRequest> {
  const name = user.email || user.phone || user.id;
  const { generateRegistrationOptions } = await loadLibrary();
  const publicKey = await generateRegistrationOptions({
    rpName: rpId,
    rpID: rpId,
    userName: name,
    userDisplayName: name,
    userID: new Uint8Array(Buffer.from(user.id)),
    attestationType: 'none',
    excludeCredentials: others.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    supportedAlgorithmIDs: algorithms,
  });
  return {
    storedChallenge: { challenge: publicKey.challenge, rpId, origins },
    clientOptions: { type: 'create', credential_options: { publicKey } },
  };
}

export async function beginWebAuthnAuthentication(
  { id, transports, rpId }: StoredWebAuthnCredential,
  origins: string[],
): Promise<WebAuthnRequest> {
  const { generateAuthenticationOptions } = await loadLibrary();
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

/** Returns the registered key; undefined for an invalid response. Never throws. */
export async function verifyWebAuthnRegistration(
  response: unknown,
  { challenge, rpId, origins }: WebAuthnChallenge,
): Promise<(StoredWebAuthnCredential & { aaguid: string }) | undefined> {
  try {
    const given = response as RegistrationResponseJSON;
    const [{ verifyRegistrationResponse }, { isoBase64URL }] = await Promise.all([
      loadLibrary(),
      loadHelpers(),
    ]);
    if (await carriesCertificates(given)) return undefined;
    const verdict = await verifyRegistrationResponse({
      response: given,
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verdict.verified) return undefined;
    const { credential, aaguid } = verdict.registrationInfo;
    const { id, publicKey, counter, transports = [] } = credential;
    return { id, publicKey: isoBase64URL.fromBuffer(publicKey), counter, transports, rpId, aaguid };
  } catch {
    return undefined;
  }
}

/** Returns the key with its new counter; undefined for an invalid response. Never throws. */
export async function verifyWebAuthnAuthentication(
  response: unknown,
  { challenge, rpId, origins }: WebAuthnChallenge,
  credential: StoredWebAuthnCredential,
): Promise<StoredWebAuthnCredential | undefined> {
  try {
    const given = response as AuthenticationResponseJSON;
    if (given.id !== credential.id) return undefined;
    const [{ verifyAuthenticationResponse }, { isoBase64URL }] = await Promise.all([
      loadLibrary(),
      loadHelpers(),
    ]);
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

/**
 * Registrations with attestation certificates are rejected: we request none, and verifying one would send requests to
 * servers that the certificate names.
 */
async function carriesCertificates({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await loadHelpers();
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  return attestation.get('attStmt').size > 0;
}

const text = z.string().max(255);

/** As supabase-js sends it. */
export const relyingPartySchema = z.object({
  rpId: text.nullish(),
  rpOrigins: z.union([text, z.array(text).max(10)]).nullish(),
});

/**
 * The relying party of the request, else this server. Throws 400 validation_failed for an origin that is not the
 * project's, which could otherwise register keys for itself.
 */
export function relyingPartyOf(given: z.output<typeof relyingPartySchema>, deps: AuthDeps): RelyingParty {
  const own = new URL(deps.publicUrl);
  const named = typeof given.rpOrigins === 'string' ? given.rpOrigins.split(',') : given.rpOrigins;
  const origins = named?.length ? named.map((origin) => origin.trim()) : [own.origin];
  for (const origin of origins) {
    if (!isProjectOrigin(origin, deps)) {
      throw validationFailedError(`rpOrigins names ${origin}, which is no address of this project`);
    }
  }
  const rpId = given.rpId || new URL(origins[0] ?? own.origin).hostname;
  if (!origins.every((origin) => belongsTo(new URL(origin).hostname, rpId))) {
    throw validationFailedError(`rpId ${rpId} is neither the host of rpOrigins nor a parent domain of it`);
  }
  return { rpId, origins };
}

/** Whether it is our own origin, or one that redirects may lead to. */
function isProjectOrigin(origin: string, deps: AuthDeps): boolean {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) return false;
  return (
    origin === new URL(deps.publicUrl).origin || parseAllowedRedirectUrl(origin, deps.config) !== undefined
  );
}

function belongsTo(host: string, rpId: string): boolean {
  return host === rpId || (rpId.includes('.') && host.endsWith(`.${rpId}`));
}
