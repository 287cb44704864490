import { expect, test } from 'vitest';
import { parseAuthConfig } from '../../src/auth/config.ts';
import { deleteExpiredAuthRows } from '../../src/auth/sessions/delete-expired.ts';
import { makeAccount, refresh, getUser } from './requests.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

const server = setUp(startWireServer);

test('expired rows are deleted: sessions with their tokens and amr, links, flows and challenges', async () => {
  const { pool } = server;
  const [old, idle, fresh] = [
    await makeAccount(server),
    await makeAccount(server),
    await makeAccount(server),
  ];
  const ended = await makeAccount(server);
  // Used tokens of a live session are kept: their reuse is how theft is detected.
  const second = String((await refresh(server, fresh.refreshToken)).body['refresh_token']);
  await refresh(server, second);
  await pool.query(`update auth.sessions set created_at = now() - interval '91 days' where user_id = $1`, [
    old.id,
  ]);
  await pool.query(`update auth.sessions set refreshed_at = now() - interval '31 days' where user_id = $1`, [
    idle.id,
  ]);
  await pool.query(`update auth.sessions set not_after = now() - interval '1 second' where user_id = $1`, [
    ended.id,
  ]);
  await pool.query(
    `insert into auth.refresh_tokens (token, user_id, revoked, session_id, updated_at)
     select 'long ago', $1::text, true, id, now() - interval '31 days' from auth.sessions where user_id = $1::uuid`,
    [fresh.id],
  );
  await pool.query(
    `with link as (
       insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, expires_at)
       values ($1, 'recovery_token', 'a', 'a@example.com', now() - interval '1 second'),
         ($1, 'confirmation_token', 'b', 'a@example.com', now() + interval '1 minute')
     ), flow as (
       insert into auth.flow_state (provider_type, authentication_method, created_at)
       values ('email', 'magiclink', now() - interval '3 days'), ('email', 'recovery', now())
     ), begun as (
       insert into auth.provider_flows (state_hash, binding_hash, provider, nonce, code_verifier, redirect_to, created_at)
       values ('a', '', 'x', '', '', '', now() - interval '2 hours'), ('b', '', 'x', '', '', '', now())
     ), wallet as (
       insert into auth.used_wallet_messages (message_hash, used_at)
       values ('a', now() - interval '2 hours'), ('b', now())
     ), factor as (
       insert into auth.mfa_factors (user_id, factor_type, status, friendly_name, created_at)
       values ($1, 'totp', 'verified', 'b', now() - interval '9 days'),
         ($1, 'totp', 'unverified', 'a', now() - interval '2 days') returning id, status
     )
     insert into auth.mfa_challenges (factor_id, created_at)
     select id, now() - interval '2 hours' from factor where status = 'verified' union all
     select id, now() from factor where status = 'verified'`,
    [fresh.id],
  );
  await pool.query(
    `insert into auth.sign_in_networks (user_id, network, seen_at)
     values ($1, '203.0.113.1', now() - interval '91 days'), ($1, '203.0.113.2', now() - interval '89 days')`,
    [fresh.id],
  );
  const limits = { timebox: '2160h', inactivity_timeout: '720h' };
  await deleteExpiredAuthRows(pool, parseAuthConfig({ sessions: limits }));
  const left = async (what: string, from: string) =>
    (await pool.query<{ what: string }>(`select ${what} as what from auth.${from} order by 1`)).rows.map(
      (row) => row.what,
    );
  const users = `where user_id::text = any ('{${[old.id, idle.id, ended.id, fresh.id].join()}}')`;
  expect(await left('host(network)', `sign_in_networks where host(network) like '203%'`)).toEqual([
    '203.0.113.2',
  ]);
  expect(await left('user_id', `sessions ${users}`)).toEqual([fresh.id]);
  expect(await left('distinct user_id', `refresh_tokens ${users}`)).toEqual([fresh.id]);
  expect(await left(`count(*)::int`, `refresh_tokens ${users}`)).toEqual([3]);
  const methods = 'mfa_amr_claims c where not exists (select from auth.sessions s where s.id = c.session_id)';
  expect(await left('count(*)::int', methods)).toEqual([0]);
  expect(await left('token_hash', `one_time_tokens ${users}`)).toEqual(['b']);
  expect(await left('authentication_method', 'flow_state')).toEqual(['recovery']);
  expect(await left('state_hash', 'provider_flows')).toEqual(['b']);
  expect(await left('message_hash', 'used_wallet_messages')).toEqual(['b']);
  expect(await left('friendly_name', 'mfa_factors')).toEqual(['b']);
  expect(await left('count(*)::int', 'mfa_challenges')).toEqual([1]);

  // The CLI's defaults have no limits.
  await pool.query(`update auth.sessions set created_at = now() - interval '9 years' where user_id = $1`, [
    fresh.id,
  ]);
  for (const sessions of [{}, { timebox: '0s', inactivity_timeout: '' }])
    await deleteExpiredAuthRows(pool, parseAuthConfig({ sessions }));
  expect((await getUser(server, fresh.accessToken)).status).toBe(200);
  // It is rejected even before it is deleted.
  await pool.query(`update auth.sessions set not_after = now() where user_id = $1`, [fresh.id]);
  expect((await getUser(server, fresh.accessToken)).status).toBe(403);
});
