// POST /invite: creates an invited account, then mails the invitation.
import { z } from 'zod';
import type { Queryable } from '../../database/database-client.ts';
import type { AuthDeps } from '../deps.ts';
import { runInAccountCreationTransaction } from '../hooks/in-account-creation-transaction.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readAuthBody } from '../http/read-body.ts';
import { validationFailedError } from '../http/errors.ts';
import { issueLinkAndEnqueueMail } from '../messages/enqueue-account-mail.ts';
import { resolveRedirectUrl } from '../http/redirect.ts';
import { sessionOriginOf } from '../sessions/session.ts';
import { clearCredentialsIfUnverified } from '../accounts/mark-verified.ts';
import { normaliseEmail } from '../accounts/email-or-phone.ts';
import { type AccountIdAllocator, insertUser } from '../accounts/insert-user.ts';
import {
  userMetadataSchema,
  requireMetadataWithinLimit,
  type UserMetadata,
  type UserRow,
  findUserByEmail,
} from '../accounts/user-row.ts';
import { emailExistsError } from '../accounts/sign-up-errors.ts';
import { userJson } from '../accounts/user-json.ts';
import { throwAdminError, requireExistingUser } from './require-existing-user.ts';

const inviteSchema = z.object({ email: z.string().nullish(), data: userMetadataSchema.nullish() });

/** Works also while sign-up is closed. */
export async function inviteUser(request: Request, deps: AuthDeps): Promise<Response> {
  const { email, data } = await readAuthBody(request, inviteSchema);
  if (!email) throw validationFailedError('An email address is required');
  const address = normaliseEmail(email);
  requireMetadataWithinLimit(Buffer.byteLength(JSON.stringify(data ?? {})));
  const { ip } = sessionOriginOf(request, deps);
  const { user, send } = await runInAccountCreationTransaction(ip, deps, async (client, allowCreation) => {
    const invited = await createOrReinviteUser(
      client,
      { email: address, data: data ?? {}, allowCreation },
      deps,
    );
    const redirectTo = resolveRedirectUrl(request, deps.config);
    const link = { type: 'invite', user: invited, redirectTo, challenge: undefined } as const;
    const ready = await issueLinkAndEnqueueMail(client, link, deps);
    return { user: await requireExistingUser(invited.id, deps, client), send: ready };
  }).catch(throwAdminError);
  send();
  return jsonResponse(userJson(user));
}

/**
 * Invites a new or unverified account. For an unverified one the credentials are cleared, and `data` is added to its
 * own. Throws 422 email_exists.
 */
export async function createOrReinviteUser(
  db: Queryable,
  { email, data, allowCreation }: { email: string; data: UserMetadata; allowCreation: AccountIdAllocator },
  deps: AuthDeps,
): Promise<UserRow> {
  const known = await findUserByEmail(db, email);
  if (!known) {
    const account = { email, passwordHash: null, data, confirmed: false, byAdmin: true, invited: true };
    return requireExistingUser(await insertUser(db, account, allowCreation), deps, db);
  }
  if (!(await clearCredentialsIfUnverified(db, known.id))) throw emailExistsError();
  await db.query(
    `update auth.users set invited_at = now(), email_confirmed_at = null, updated_at = now(),
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $2::jsonb
     where id = $1`,
    [known.id, JSON.stringify(data)],
  );
  return requireExistingUser(known.id, deps, db);
}
