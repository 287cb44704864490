// Who made a signed upload URL. It opens what its maker may do when it is used, not what the maker could do when it was
// made.
import { isUuid } from '../../database/is-uuid.ts';
import type { Caller } from '../../database/run-as-caller.ts';
import { accessDenied } from '../errors.ts';
import type { StorageContext, StorageOperation } from '../storage-context.ts';

/** What the account itself says, and may say differently by then. */
const ofAccount = ['email', 'phone', 'app_metadata', 'user_metadata'];
/** Of the token that was used to sign. */
const ofToken = ['aud', 'exp', 'iat', 'iss', 'nbf', 'jti'];

export function describeMaker({ role, claims }: Caller): Caller {
  const kept = Object.entries(claims).filter(([name]) => ![...ofAccount, ...ofToken].includes(name));
  return { role, claims: Object.fromEntries(kept) };
}

/** With the account's claims as of now. Throws AccessDenied when it was banned or deleted. */
export async function asMaker(
  { deps }: StorageContext,
  request: Request,
  maker: Caller,
): Promise<StorageOperation> {
  const { sub } = maker.claims;
  const { rows } = await deps.ownerPool.query<{
    is_active: boolean;
    account: Record<string, unknown> | null;
  }>(
    `select auth.is_account_active($1::jsonb) as is_active,
       (
         select jsonb_build_object(
           'email', coalesce(email, ''), 'phone', coalesce(phone, ''),
           'app_metadata', raw_app_meta_data, 'user_metadata', raw_user_meta_data
         )
         from auth.users where id = $2::uuid
       ) as account`,
    [JSON.stringify(maker.claims), isUuid(sub) ? sub : null],
  );
  const [found] = rows;
  if (found?.is_active !== true)
    throw accessDenied('The account that made this upload URL may no longer upload');
  const caller = { role: maker.role, claims: { ...maker.claims, ...found.account } };
  return { request, caller, name: 'storage.object.sign_upload_url' };
}
