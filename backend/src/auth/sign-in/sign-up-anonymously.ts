import { clientIpKey } from '../../limits/client-ip-key.ts';
import type { AuthDeps } from '../deps.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { inAccountTransaction } from '../hooks/in-account-transaction.ts';
import { authError } from '../http/errors.ts';
import { anonymousSignUp } from '../rate-limits.ts';
import { sessionJson } from '../sessions/session-json.ts';
import { originOf, startSession } from '../sessions/start-session.ts';
import { requireSmallMetadata } from '../accounts/metadata.ts';
import { toSignUpError } from '../accounts/sign-up-errors.ts';
import { type Metadata, findUser } from '../accounts/user-row.ts';

/** The account lasts as long as its session, unless it gets an email or an identity. */
export async function signUpAnonymously(request: Request, data: Metadata, deps: AuthDeps): Promise<Response> {
  if (!deps.config.enable_anonymous_sign_ins) {
    throw authError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  await deps.limits.consume(anonymousSignUp(deps.config), clientIpKey(deps.clientAddress(request)));
  requireSmallMetadata(Buffer.byteLength(JSON.stringify(data)));
  try {
    const origin = originOf(request, deps);
    const opened = await inAccountTransaction(origin.ip, deps, async (client, allowCreation) => {
      const id = allowCreation({ data });
      await client.query(
        `insert into auth.users
           (id, aud, role, is_anonymous, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
         values ($2, 'authenticated', 'authenticated', true, '{}', $1, now(), now())`,
        [JSON.stringify(data), id],
      );
      const session = await startSession(client, id, 'anonymous', origin);
      const user = await findUser(client, id);
      if (!user) throw new Error('the account was not inserted');
      return { user, session };
    });
    return jsonResponse(await sessionJson(opened, deps));
  } catch (error) {
    throw toSignUpError(error);
  }
}
