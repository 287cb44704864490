// Tokens of links and their codes, each accepted once.
import type { Queryable } from '../../database/database-client.ts';
import type { AuthDeps } from '../deps.ts';
import {
  hashToken,
  isHashOfOneTimeCode,
  hashOneTimeCode,
  generateOneTimeCode,
  generateOneTimeToken,
} from '../sessions/token-secrets.ts';

/** GoTrue's names. A magic link is a recovery_token, an invitation a confirmation_token. */
export type OneTimeTokenType =
  | 'confirmation_token'
  | 'reauthentication_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'phone_change_token';

export interface ConsumedOneTimeToken {
  userId: string;
  type: OneTimeTokenType;
  relatesTo: string;
  flowId: string | null;
}

const consumedColumns = `user_id as "userId", token_type as type, relates_to as "relatesTo", flow_state_id as "flowId"`;

/** After this many the code is invalid; its link still works. */
const maxWrongCodes = 10;

/** Undefined if the token is unknown, used, expired or of another type. */
export async function consumeOneTimeToken(
  db: Queryable,
  token: string,
  types: readonly OneTimeTokenType[],
): Promise<ConsumedOneTimeToken | undefined> {
  await lockAccounts(db, 'token_hash = $1', hashToken(token));
  const { rows } = await db.query<ConsumedOneTimeToken>(
    `delete from auth.one_time_tokens
     where token_hash = $1 and token_type = any ($2::auth.one_time_token_type[]) and expires_at > clock_timestamp()
     returning ${consumedColumns}`,
    [hashToken(token), types],
  );
  return rows[0];
}

/**
 * Undefined for a wrong code, which is counted when the caller commits. Simultaneous guesses wait for the row's lock.
 */
export async function consumeOneTimeCode(
  db: Queryable,
  relatesTo: string,
  code: string,
  types: readonly OneTimeTokenType[],
  deps: AuthDeps,
): Promise<ConsumedOneTimeToken | undefined> {
  await lockAccounts(db, 'relates_to = $1', relatesTo);
  const { rows } = await db.query<ConsumedOneTimeToken & { id: string; code_hash: string }>(
    `select id, code_hash, ${consumedColumns} from auth.one_time_tokens
     where relates_to = $1 and token_type = any ($2::auth.one_time_token_type[]) and code_hash is not null
       and least(expires_at, code_expires_at) > clock_timestamp()
     order by id for update`,
    [relatesTo, types],
  );
  for (const row of rows) {
    if (!isHashOfOneTimeCode(row.code_hash, code, codePurpose(row.userId, row.type), deps.keys)) continue;
    await db.query('delete from auth.one_time_tokens where id = $1', [row.id]);
    return row;
  }
  await db.query(
    `update auth.one_time_tokens
     set wrong_codes = wrong_codes + 1, code_hash = case when wrong_codes + 1 < $2 then code_hash end
     where id = any ($1::uuid[])`,
    [rows.map((row) => row.id), maxWrongCodes],
  );
  return undefined;
}

/** Locks the account before its tokens: sending and confirming lock in this order, to avoid deadlocks. */
async function lockAccounts(
  db: Queryable,
  condition: 'token_hash = $1' | 'relates_to = $1',
  value: string,
): Promise<void> {
  await db.query(
    `select from auth.users
     where id in (select user_id from auth.one_time_tokens where ${condition}) order by id for no key update`,
    [value],
  );
}

export async function deleteOneTimeTokens(
  db: Queryable,
  userId: string,
  types?: readonly OneTimeTokenType[],
): Promise<void> {
  await db.query(
    `delete from auth.one_time_tokens
     where user_id = $1 and ($2::auth.one_time_token_type[] is null or token_type = any ($2))`,
    [userId, types ?? null],
  );
}

interface TokenRequest {
  userId: string;
  type: OneTimeTokenType;
  /** Recipient: the normalised email or the digits of the phone. */
  relatesTo: string;
  /** From createPkceFlow(); without it the flow is implicit. */
  flowId?: string | undefined;
  /** A fixed code, for the test numbers of config.toml. */
  code?: string | undefined;
  /** Default: `auth.email.otp_expiry`. */
  ttlS?: number | undefined;
}

export interface IssuedOneTimeToken {
  /** In links: `token` of GET /verify, `token_hash` of POST /verify. Stored hashed. */
  token: string;
  code: string;
}

/** Replaces the account's token of this type. */
export async function issueOneTimeToken(
  db: Queryable,
  request: TokenRequest,
  deps: AuthDeps,
): Promise<IssuedOneTimeToken> {
  const { userId, type, relatesTo, flowId, ttlS = deps.config.email.otp_expiry } = request;
  const token = generateOneTimeToken(flowId !== undefined);
  const code = request.code ?? generateOneTimeCode(deps.config.email.otp_length);
  await db.query(
    `insert into auth.one_time_tokens
       (user_id, token_type, token_hash, code_hash, relates_to, flow_state_id, expires_at, code_expires_at)
     values ($1, $2, $3, $4, $5, $6, clock_timestamp() + make_interval(secs => $7),
       clock_timestamp() + make_interval(secs => $8))
     on conflict (user_id, token_type) do update set
       token_hash = excluded.token_hash, code_hash = excluded.code_hash, relates_to = excluded.relates_to,
       flow_state_id = excluded.flow_state_id, expires_at = excluded.expires_at,
       code_expires_at = excluded.code_expires_at, wrong_codes = 0, created_at = now()`,
    [
      userId,
      type,
      hashToken(token),
      hashOneTimeCode(code, codePurpose(userId, type), deps.keys.jwtSecret),
      relatesTo,
      flowId ?? null,
      ttlS,
      Math.min(ttlS, deps.config.email.code_expiry ?? ttlS),
    ],
  );
  return { token, code };
}

/** Binds a code to one account and type. */
function codePurpose(userId: string, type: OneTimeTokenType): string {
  return `${userId} ${type}`;
}
