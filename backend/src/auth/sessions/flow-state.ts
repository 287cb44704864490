// PKCE: only the client that began a flow can exchange its code.
import { randomUUID, createHash, timingSafeEqual } from 'node:crypto';
import type { Queryable } from '../../database/database-client.ts';
import { authError, validationFailedError } from '../http/errors.ts';
import { hashToken } from './token-secrets.ts';
import { z } from 'zod';

/** Time in which a code can be exchanged. */
const codeTtlS = 300;

/** A code challenge of PKCE (RFC 7636). */
export interface CodeChallenge {
  challenge: string;
  method: 's256' | 'plain';
}

export interface NewPkceFlow {
  challenge: CodeChallenge;
  /** "email", or the provider's name. */
  provider: string;
  /** For the claim `amr` (how the session began), e.g. "magiclink", "recovery", "email/signup", "oauth". */
  method: string;
  userId?: string | undefined;
}

/** Returns the id. Deletes flows older than two days. */
export async function createPkceFlow(db: Queryable, flow: NewPkceFlow): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `with old as (delete from auth.flow_state where created_at < now() - interval '2 days')
     insert into auth.flow_state (user_id, provider_type, authentication_method, code_challenge, code_challenge_method)
     values ($1, $2, $3, $4, $5) returning id`,
    [flow.userId ?? null, flow.provider, flow.method, flow.challenge.challenge, flow.challenge.method],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the flow was not inserted');
  return id;
}

/** Passed to the client once; stored only until a PKCE flow's code is exchanged. */
export interface ProviderTokens {
  accessToken?: string | undefined;
  refreshToken?: string | undefined;
}

/** Undefined if the flow no longer exists or has issued its code. */
export async function issueAuthCode(
  db: Queryable,
  flowId: string,
  userId: string,
  tokens: ProviderTokens = {},
): Promise<string | undefined> {
  const code = randomUUID();
  const { rowCount } = await db.query(
    `update auth.flow_state
     set auth_code = $2, user_id = $3, auth_code_issued_at = clock_timestamp(), updated_at = now(),
       provider_access_token = $4, provider_refresh_token = $5
     where id = $1 and auth_code is null`,
    [flowId, hashToken(code), userId, tokens.accessToken ?? null, tokens.refreshToken ?? null],
  );
  return rowCount ? code : undefined;
}

export interface ExchangedPkceFlow {
  userId: string;
  /** For `amr`. */
  method: string;
  providerToken: string | null;
  providerRefreshToken: string | null;
}

interface FlowRow extends ExchangedPkceFlow {
  id: string;
  challenge: string | null;
  challengeMethod: CodeChallenge['method'] | null;
  ageS: number;
}

/** Throws 404 flow_state_not_found, 422 flow_state_expired or 400 bad_code_verifier. */
export async function exchangeAuthCode(
  db: Queryable,
  code: string,
  verifier: string,
): Promise<ExchangedPkceFlow> {
  const { rows } = await db.query<FlowRow>(
    `select id, user_id as "userId", code_challenge as challenge, code_challenge_method as "challengeMethod",
       authentication_method as method, provider_access_token as "providerToken",
       provider_refresh_token as "providerRefreshToken",
       extract(epoch from clock_timestamp() - auth_code_issued_at)::float8 as "ageS"
     from auth.flow_state where auth_code = $1 for update`,
    [hashToken(code)],
  );
  const flow = rows[0];
  if (!flow?.userId || !flow.challenge || !flow.challengeMethod) {
    throw authError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
  }
  if (flow.ageS > codeTtlS) {
    throw authError(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
  }
  requireVerifier(verifier, { challenge: flow.challenge, method: flow.challengeMethod });
  await db.query('delete from auth.flow_state where id = $1', [flow.id]);
  return flow;
}

export const codeChallengeFields = {
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
};

const challengeForm = /^[A-Za-z0-9._~-]{43,128}$/;

/** Undefined for the implicit flow. Throws 400 validation_failed. */
export function readCodeChallenge(given: {
  code_challenge?: string | null | undefined;
  code_challenge_method?: string | null | undefined;
}): CodeChallenge | undefined {
  const challenge = given.code_challenge ?? '';
  const method = (given.code_challenge_method ?? '').toLowerCase();
  if (challenge === '' && method === '') return undefined;
  if (challenge === '' || method === '') {
    throw validationFailedError('PKCE flow requires code_challenge_method and code_challenge');
  }
  if (method !== 's256' && method !== 'plain') {
    throw validationFailedError('PKCE flow requires code_challenge_method to be plain or s256');
  }
  if (!challengeForm.test(challenge)) {
    throw validationFailedError(
      'code challenge has to be 43 to 128 characters of letters, digits, hyphen, period, underscore and tilde',
    );
  }
  return { challenge, method };
}

/** Throws 400 bad_code_verifier. */
function requireVerifier(verifier: string, { challenge, method }: CodeChallenge): void {
  const derived = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  const [given, expected] = [Buffer.from(derived), Buffer.from(challenge)];
  if (given.length === expected.length && timingSafeEqual(given, expected)) return;
  throw authError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier');
}
