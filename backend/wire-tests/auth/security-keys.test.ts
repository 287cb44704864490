import { decodeJwt } from 'jose';
import type { SupabaseClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { callAuth, rejection } from './requests.ts';
import { mfaConfig, anotherClient, signedIn, bearerOf } from './factor-requests.ts';
import { startWireServer } from '../server.ts';
import { type KeyOptions, SoftKey } from './soft-key.ts';
import { setUp } from '../set-up.ts';

const origin = 'http://localhost:3000';
const page = { rpId: 'localhost', rpOrigins: [origin] };

const server = setUp(() => startWireServer({ configToml: `[auth]\nsite_url = "${origin}"\n${mfaConfig}` }));

interface Challenge {
  id: string;
  type: string;
  options: Record<string, unknown> & KeyOptions;
}

async function challenge(client: SupabaseClient, factorId: string): Promise<Challenge> {
  const { body } = await callAuth(server, `/factors/${factorId}/challenge`, {
    bearer: await bearerOf(client),
    body: { factorId, webauthn: page },
  });
  const { type, credential_options: options } = body['webauthn'] as {
    type: string;
    credential_options: { publicKey: Record<string, unknown> & { challenge: string } };
  };
  return {
    id: String(body['id']),
    type,
    options: { ...options.publicKey, challenge: options.publicKey.challenge, rpId: 'localhost', origin },
  };
}

async function enroll(client: SupabaseClient): Promise<string> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' });
  if (error) throw error;
  return data.id;
}

/** Sends the browser's credential as supabase-js does. */
function verify(
  client: SupabaseClient,
  factorId: string,
  challengeId: string,
  type: 'create' | 'request',
  credential: object,
): ReturnType<SupabaseClient['auth']['mfa']['verify']> {
  const webauthn = { ...page, type, credential_response: credential };
  return client.auth.mfa.verify({ factorId, challengeId, webauthn } as never);
}

test('P-165 P-171 a security key is registered and then signs a session in to aal2', async () => {
  const { client, account } = await signedIn(server);
  const factorId = await enroll(client);
  const key = new SoftKey();
  const made = await challenge(client, factorId);
  expect(made.type).toBe('create');
  expect(made.options).toMatchObject({ rp: { id: 'localhost' }, attestation: 'none' });
  const registered = await verify(client, factorId, made.id, 'create', key.create(made.options));
  expect(registered.error).toBeNull();
  expect(decodeJwt(registered.data?.access_token ?? '')).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'mfa/webauthn' }, { method: 'password' }],
  });
  expect((await client.auth.mfa.listFactors()).data?.webauthn).toMatchObject([{ id: factorId }]);

  const other = await anotherClient(server, account);
  const requested = await challenge(other, factorId);
  expect(requested.type).toBe('request');
  expect(requested.options).toMatchObject({ allowCredentials: [{ id: key.id.toString('base64url') }] });
  const signed = await verify(other, factorId, requested.id, 'request', key.sign(requested.options));
  expect(signed.error).toBeNull();
  expect(decodeJwt(signed.data?.access_token ?? '')['aal']).toBe('aal2');
  // The key's counter has advanced, so an older value reveals a copy.
  const copied = await challenge(other, factorId);
  key.counter = 0;
  const copy = await verify(other, factorId, copied.id, 'request', key.sign(copied.options));
  expect(copy.error).toMatchObject({ code: 'mfa_verification_failed' });
});

test('P-165 a response for another page, challenge or key and a repeated one are rejected', async () => {
  const { client, account } = await signedIn(server);
  const factorId = await enroll(client);
  const key = new SoftKey();
  const made = await challenge(client, factorId);
  const wrong = [
    key.create({ ...made.options, origin: 'https://evil.example' }),
    key.create({ ...made.options, rpId: 'evil.example' }),
    key.create({ ...made.options, challenge: 'AAAA' }),
    key.create(made.options, new Map<string, unknown>([['alg', -7], ['x5c', [new Uint8Array(8)]]])),
    { type: 'public-key' },
    { id: 'x', rawId: 'x', type: 'public-key', response: { attestationObject: '////', clientDataJSON: '{' } },
  ]; // prettier-ignore
  for (const response of wrong) {
    const { error } = await verify(client, factorId, made.id, 'create', {
      ...response,
      toJSON: () => response,
    });
    expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
  }
  const right = key.create(made.options);
  expect((await verify(client, factorId, made.id, 'create', right)).error).toBeNull();
  expect((await verify(client, factorId, made.id, 'create', right)).error).toMatchObject({
    code: 'mfa_challenge_expired',
  });
  // A stolen password must not be enough to replace the key.
  const low = await anotherClient(server, account);
  const requested = await challenge(low, factorId);
  const thief = new SoftKey();
  for (const response of [thief.sign(requested.options), thief.create(requested.options)]) {
    const { error } = await verify(low, factorId, requested.id, 'create', response);
    expect(error).toMatchObject({ code: 'mfa_verification_failed' });
  }
});

test('P-165 a foreign page cannot register keys for itself', async () => {
  const { client } = await signedIn(server);
  const factorId = await enroll(client);
  const bearer = await bearerOf(client);
  const pages = [
    { rpId: 'evil.example', rpOrigins: ['https://evil.example'] },
    { rpId: 'com', rpOrigins: [origin] },
    { rpId: 'localhost', rpOrigins: [origin, 'https://evil.example'] },
    { rpId: 'localhost', rpOrigins: 'javascript:alert(1)' },
    { rpId: 'localhost', rpOrigins: ['http://localhost:3000@evil.example'] },
    { rpId: 'localhost', rpOrigins: Array(50).fill(origin) },
  ];
  for (const webauthn of pages) {
    const response = await callAuth(server, `/factors/${factorId}/challenge`, { bearer, body: { webauthn } });
    expect(response).toMatchObject(rejection(400, 'validation_failed'));
  }
});
