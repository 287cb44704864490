import { BackendError } from '../../errors/backend-error.ts';
import { clientIpKey } from '../../limits/client-ip-key.ts';
import type { AuthDeps } from '../deps.ts';
import { issueAuthCode } from '../sessions/flow-state.ts';
import { authError, validationFailed } from '../http/errors.ts';
import { consumeToken } from '../messages/consume-token.ts';
import { verification } from '../rate-limits.ts';
import {
  redirectWithCode,
  redirectWithError,
  redirectWithMessage,
  redirectWithSession,
} from '../http/redirect-response.ts';
import { redirectTarget } from '../http/redirect-target.ts';
import { sessionJson } from '../sessions/session-json.ts';
import { originOf, startSession } from '../sessions/start-session.ts';
import { inTransaction } from '../accounts/in-transaction.ts';
import { findUser } from '../accounts/user-row.ts';
import { FIRST_CONFIRMATION_ACCEPTED } from './post-verify.ts';
import { applyVerification } from './apply-verification.ts';
import { tokenTypes } from './token-types.ts';

/** Not a 2xx, so that a browser which prefetched requests it again for the user. */
const TOO_EARLY = 425;

/** Redirects with a session, a PKCE code or an error. HEAD and prefetches consume nothing. */
export async function getVerify(request: Request, deps: AuthDeps): Promise<Response> {
  if (isPrefetch(request))
    return new Response(null, { status: TOO_EARLY, headers: { 'cache-control': 'no-store' } });
  await deps.limits.consume(verification(deps.config), clientIpKey(deps.clientAddress(request)));
  const query = new URL(request.url).searchParams;
  const token = query.get('token') || query.get('token_hash') || '';
  const type = query.get('type') ?? '';
  const kind = tokenTypes(type);
  if (token === '') throw validationFailed('Verify requires a token or a token hash');
  if (type === '') throw validationFailed('Verify requires a verification type');
  if (kind?.by !== 'mail') throw validationFailed('Unsupported verification type');
  const target = redirectTarget(request, deps.config);
  try {
    const result = await inTransaction(deps.pool, async (client) => {
      const consumed = await consumeToken(client, token, kind.types);
      const user = consumed && (await applyVerification(client, consumed, 'mail', deps));
      if (!user) throw authError(403, 'otp_expired', 'Email link is invalid or has expired');
      if (user === 'half') return redirectWithMessage(target, FIRST_CONFIRMATION_ACCEPTED);
      if (consumed.flowId !== undefined) {
        const code = await issueAuthCode(client, consumed.flowId, user.id);
        if (code === undefined) throw authError(403, 'otp_expired', 'Email link is invalid or has expired');
        return redirectWithCode(target, code);
      }
      const session = await startSession(client, user.id, 'otp', originOf(request, deps));
      return { user: (await findUser(client, user.id)) ?? user, session };
    });
    if (result instanceof Response) return result;
    return redirectWithSession(target, await sessionJson(result, deps), type);
  } catch (error) {
    if (!(error instanceof BackendError) || error.status >= 500) throw error;
    return redirectWithError(target, error, token.startsWith('pkce_'));
  }
}

function isPrefetch({ method, headers }: Request): boolean {
  return (
    method === 'HEAD' || /prefetch|prerender/.test(headers.get('sec-purpose') ?? headers.get('purpose') ?? '')
  );
}
