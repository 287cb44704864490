import { expect, test } from 'vitest';
import { noteFailedSignIns, type FailedSignIn } from './note-failed-sign-ins.ts';

const account = '00000000-0000-4000-8000-0000000000a3';
const authorization = `Bearer e30.${Buffer.from(JSON.stringify({ sub: account })).toString('base64url')}.c2ln`;
const address = '203.0.113.7';

async function send(path: string, body: object, status: number, code: string): Promise<FailedSignIn[]> {
  const noted: FailedSignIn[] = [];
  const backend = noteFailedSignIns(
    {
      // as the sign-in does
      fetch: async (request) => {
        await request.json();
        return Response.json({ code: status, error_code: code }, { status });
      },
    },
    async (failed) => void noted.push(failed),
  );
  const init = { method: 'POST', body: JSON.stringify(body), headers: { authorization } };
  const response = await backend.fetch(new Request(`https://maple.example/auth/v1/${path}`, init), {
    address,
  });
  expect(await response.json()).toMatchObject({ error_code: code });
  await new Promise(setImmediate);
  return noted;
}

test('B-80 a wrong password is noted with the address that was given, never with the password', async () => {
  const body = { email: 'ana@roy.example', password: 'guess' };
  const path = 'token?grant_type=password';
  expect(await send(path, body, 400, 'invalid_credentials')).toEqual([
    { kind: 'password', account: null, email: 'ana@roy.example', address },
  ]);
  expect(await send(path, body, 429, 'over_request_rate_limit')).toEqual([]);
  expect(await send('token?grant_type=pkce', body, 400, 'invalid_credentials')).toEqual([]);
});

test('B-80 a wrong code is noted with the account of the token', async () => {
  const body = { challenge_id: account, code: '000000' };
  expect(await send('factors/f1/verify', body, 422, 'mfa_verification_failed')).toEqual([
    { kind: 'code', account, email: null, address },
  ]);
  expect(await send('factors/f1/verify', body, 200, 'none')).toEqual([]);
});
