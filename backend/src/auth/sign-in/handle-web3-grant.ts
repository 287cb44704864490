// Grant web3: signs in with a message signed by an Ethereum wallet (EIP-191), once per message.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Queryable } from '../../database/database-client.ts';
import type { AuthDeps } from '../deps.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readAuthBody } from '../http/read-body.ts';
import { OAuthError, authError, validationFailedError } from '../http/errors.ts';
import { findOrCreateAccountOfIdentity } from '../providers/find-or-create-account-of-identity.ts';
import { retryOnAccountConflict } from '../accounts/in-transaction.ts';
import { runInAccountCreationTransaction } from '../hooks/in-account-creation-transaction.ts';
import type { ExternalIdentity } from '../providers/external-identity.ts';
import { consumeConfiguredLimit } from '../rate-limits.ts';
import { parseAllowedRedirectUrl } from '../http/redirect.ts';
import { createSessionJson } from '../sessions/create-session-json.ts';
import { sessionOriginOf, startSession } from '../sessions/session.ts';
import { requireNotBanned } from '../accounts/user-row.ts';
import { type SiweMessage, parseSiweMessage } from './parse-siwe-message.ts';

const web3Schema = z.object({
  chain: z.string().max(40).nullish(),
  message: z.string().nullish(),
  signature: z.string().nullish(),
});

/** Maximum age of a signed message, and maximum difference of a wallet's clock. */
const validityMs = 10 * 60_000;
const clockSkewMs = 30_000;
const signaturePattern = /^(0x)?[0-9a-fA-F]{130}$/;

export async function handleWeb3Grant(request: Request, deps: AuthDeps): Promise<Response> {
  if (!deps.config.web3.ethereum.enabled) {
    throw authError(422, 'web3_provider_disabled', 'Web3 provider is disabled');
  }
  await consumeConfiguredLimit('web3', request, deps);
  const { chain, message, signature } = await readAuthBody(request, web3Schema);
  if (chain === 'solana') throw authError(422, 'web3_provider_disabled', 'Web3 provider is disabled');
  if (chain !== 'ethereum') throw authError(400, 'web3_unsupported_chain', 'Unsupported chain: use ethereum');
  const parsed = parseSiweMessage(message ?? '');
  if (!signaturePattern.test(signature ?? ''))
    throw validationFailedError('signature must be 65 bytes in hexadecimal');
  requireTrusted(parsed, deps);
  if ((await recoverWalletAddress(message ?? '', signature ?? '')) !== parsed.address.toLowerCase()) {
    throw new OAuthError('invalid_grant', 'Signature does not match address in message');
  }
  const origin = sessionOriginOf(request, deps);
  const identity = identityOf(parsed);
  const opened = await retryOnAccountConflict(() =>
    runInAccountCreationTransaction(origin.ip, deps, async (client, allowCreation) => {
      await consumeMessage(client, message ?? '');
      const account = { identity, emailOptional: true, allowCreation };
      const user = await findOrCreateAccountOfIdentity(client, account, deps);
      requireNotBanned(user);
      return startSession(client, user.id, 'web3', origin, 'web3');
    }),
  );
  return jsonResponse(await createSessionJson(opened, deps));
}

/** Throws {error: invalid_grant} unless the message is for this site and currently valid. */
function requireTrusted({ uri, domain, ...times }: SiweMessage, deps: AuthDeps, nowMs = Date.now()): void {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  if (url?.protocol !== 'https:' && url?.hostname !== 'localhost') {
    throw untrusted('URI must use https, unless it is localhost');
  }
  if (parseAllowedRedirectUrl(uri, deps.config) === undefined)
    throw untrusted('URI is not an address of this project');
  if (url.host !== domain) throw untrusted('URI and domain do not match');
  const { issuedAt, expirationTime, notBefore } = times;
  if (issuedAt > nowMs + clockSkewMs) throw untrusted('Message was issued in the future');
  if (nowMs - issuedAt > validityMs) throw untrusted('Message was issued too long ago');
  if (expirationTime !== undefined && expirationTime <= nowMs) throw untrusted('Message has expired');
  if (notBefore !== undefined && notBefore > nowMs + clockSkewMs) throw untrusted('Message is not valid yet');
}

function untrusted(why: string): OAuthError {
  return new OAuthError('invalid_grant', `Signed Ethereum message cannot be accepted: ${why}`);
}

/** Prevents replay: the message is stored for as long as it would be accepted. */
async function consumeMessage(db: Queryable, message: string): Promise<void> {
  const { rowCount } = await db.query(
    `with old as (delete from auth.used_wallet_messages where used_at < now() - interval '20 minutes')
     insert into auth.used_wallet_messages (message_hash) values ($1) on conflict do nothing`,
    [createHash('sha256').update(message).digest('hex')],
  );
  if (!rowCount) throw untrusted('Message has been used');
}

function identityOf({ address, chainId, domain, statement }: SiweMessage): ExternalIdentity {
  const subject = `web3:ethereum:${address.toLowerCase()}`;
  const claims = { address: address.toLowerCase(), chain: 'ethereum', network: String(chainId), domain };
  return {
    provider: 'web3',
    subject,
    verifiedEmail: undefined,
    data: {
      sub: subject,
      custom_claims: {
        ...claims,
        ...(statement ? { statement: statement.slice(0, 500).toWellFormed() } : {}),
      },
      email_verified: false,
      phone_verified: false,
    },
  };
}

/** Returns the address that made a personal_sign signature (EIP-191), lower case; undefined if invalid. */
async function recoverWalletAddress(message: string, signature: string): Promise<string | undefined> {
  const bytes = Buffer.from(signature.replace(/^0x/, ''), 'hex');
  const v = bytes[64] ?? 0;
  const recovery = v >= 27 ? v - 27 : v;
  if (bytes.length !== 65 || recovery > 1) return undefined;
  const [{ secp256k1 }, { keccak_256 }] = await Promise.all([
    import('@noble/curves/secp256k1.js'),
    import('@noble/hashes/sha3.js'),
  ]);
  const content = Buffer.from(message);
  const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${content.length}`);
  const digest = keccak_256(Buffer.concat([prefix, content]));
  try {
    const point = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact')
      .addRecoveryBit(recovery)
      .recoverPublicKey(digest);
    const hash = keccak_256(point.toBytes(false).subarray(1));
    return `0x${Buffer.from(hash.subarray(12)).toString('hex')}`;
  } catch {
    return undefined;
  }
}
