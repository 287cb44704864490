import { expect, test } from 'vitest';
import { startPracticeProvider } from '../../fakes/openid-provider.ts';
import { callAuth, rejection } from './requests.ts';
import { mfaConfig, signedIn, bearerOf } from './factor-requests.ts';
import { providerConfig } from './provider-requests.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

const provider = setUp(startPracticeProvider);
const server = setUp(() =>
  startWireServer({
    configToml: `${providerConfig(provider, 'enable_anonymous_sign_ins = true')}\n${mfaConfig}
      [auth.web3.ethereum]
      enabled = true`,
    backend: { limits: { perMinute: 100_000 } },
  }),
);

const longText = 'x'.repeat(9_000);
const values: unknown[] = [
  null, 0, -1, 1e308, true, '', ' ', "' or 1=1 --", '../../etc/passwd', '%00', 'ÿ'.repeat(300), '\u202e', [], {}, [[[]]],
  { $ne: null }, { toString: 1 }, { __proto__: { admin: true } }, '00000000-0000-4000-8000-000000000000', 'a@b', longText,
]; // prettier-ignore

function bodies(fields: string[]): unknown[] {
  return values.map((value) => Object.fromEntries(fields.map((field) => [field, value])));
}

test('P-169 hostile bodies are rejected in the envelope, never a 5xx', async () => {
  const { client, account } = await signedIn(server);
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
  const bearer = await bearerOf(client);
  const secret = server.secretKey;
  const endpoints: [method: string, path: string, fields: string[], bearer: string | undefined][] = [
    ['POST', '/factors', ['factor_type', 'friendly_name', 'issuer', 'phone'], bearer],
    ['POST', `/factors/${data?.id}/challenge`, ['webauthn', 'channel'], bearer],
    ['POST', `/factors/${data?.id}/verify`, ['challenge_id', 'code', 'webauthn'], bearer],
    ['POST', '/token?grant_type=id_token', ['provider', 'id_token', 'nonce', 'access_token'], undefined],
    ['POST', '/token?grant_type=id_token', ['issuer', 'id_token', 'link_identity'], bearer],
    ['POST', '/token?grant_type=web3', ['chain', 'message', 'signature'], undefined],
    ['POST', '/signup', ['data'], undefined],
    ['POST', '/admin/users', ['email', 'phone', 'password', 'user_metadata', 'app_metadata', 'ban_duration', 'id'], secret],
    ['PUT', `/admin/users/${account.id}`, ['email', 'role', 'password_hash', 'app_metadata', 'ban_duration'], secret],
    ['DELETE', '/admin/users/00000000-0000-4000-8000-000000000000', ['should_soft_delete'], secret],
    ['POST', '/admin/generate_link', ['type', 'email', 'new_email', 'redirect_to', 'data'], secret],
    ['POST', '/invite', ['email', 'data'], secret],
  ]; // prettier-ignore
  for (const [method, path, fields, key] of endpoints) {
    const requestBodies = [
      ...bodies(fields),
      ...fields.flatMap((field) => bodies([field]).filter((_, at) => at % 4 === 0)),
    ];
    const responses = await Promise.all(
      requestBodies.map((body) => callAuth(server, path, { method, body, ...(key ? { bearer: key } : {}) })),
    );
    for (const [at, { status, body }] of responses.entries()) {
      expect({ path, requestBodies: requestBodies[at], status: status < 500, body }).toMatchObject({
        status: true,
      });
    }
  }
});

test('P-163 hostile query parameters and paths are rejected, never a 5xx', async () => {
  const { client } = await signedIn(server);
  const bearer = await bearerOf(client);
  const texts = values.filter((value) => typeof value === 'string').map((value) => encodeURIComponent(value));
  const paths = texts.flatMap((text) => [
    ['GET', `/authorize?provider=${text}`],
    ['GET', `/authorize?provider=keycloak&redirect_to=${text}&scopes=${text.slice(0, 900)}&prompt=${text.slice(0, 900)}`],
    ['GET', `/callback?state=${text}&code=${text.slice(0, 900)}`],
    ['POST', `/callback?state=${text.slice(0, 900)}`],
    ['DELETE', `/factors/${text.slice(0, 900)}`],
    ['POST', `/factors/${text.slice(0, 900)}/verify`],
    ['DELETE', `/user/identities/${text.slice(0, 900)}`],
    ['GET', `/user/identities/authorize?provider=${text.slice(0, 900)}`],
    ['GET', `/admin/users/${text.slice(0, 900)}`],
    ['GET', `/admin/users?page=${text.slice(0, 900)}&per_page=${text.slice(0, 900)}`],
  ]); // prettier-ignore
  for (const key of [bearer, server.secretKey]) {
    const responses = await Promise.all(
      paths.map(async ([method = '', path = '']) => {
        const response = await fetch(`${server.url}/auth/v1${path}`, {
          method,
          redirect: 'manual',
          headers: { apikey: server.publishableKey, authorization: `Bearer ${key}` },
        });
        await response.body?.cancel();
        return { path, status: response.status };
      }),
    );
    // 501 is "not implemented".
    expect(responses.filter(({ status }) => status >= 500 && status !== 501)).toEqual([]);
  }
});

test('P-165 malformed, deeply nested and endless responses of a security key are a failed verification', async () => {
  const { client } = await signedIn(server);
  const { data } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' });
  const bearer = await bearerOf(client);
  const { body } = await callAuth(server, `/factors/${data?.id}/challenge`, { bearer, body: {} });
  const { challenge } = (body['webauthn'] as { credential_options: { publicKey: { challenge: string } } })
    .credential_options.publicKey;
  const origin = server.url;
  const clientDataJSON = Buffer.from(JSON.stringify({ type: 'webauthn.create', challenge, origin })).toString(
    'base64url',
  );
  const objects = [
    Buffer.alloc(30_000, 0x81),
    Buffer.from('9b7fffffffffffffff', 'hex'),
    Buffer.from('5b7fffffffffffffff', 'hex'),
    Buffer.from('a163666d74', 'hex'),
    Buffer.from('bfff', 'hex'),
    Buffer.alloc(0),
  ];
  for (const object of objects) {
    const credential = {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      response: { attestationObject: object.toString('base64url'), clientDataJSON },
    };
    const response = await callAuth(server, `/factors/${data?.id}/verify`, {
      bearer,
      body: { challenge_id: body['id'], webauthn: { type: 'create', credential_response: credential } },
    });
    expect(response).toMatchObject(rejection(422, 'mfa_verification_failed'));
  }
});
