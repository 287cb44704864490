import type { AuthDeps } from '../deps.ts';
import { inAccountTransaction } from '../hooks/in-account-transaction.ts';
import { authError } from '../http/errors.ts';
import { prepareSms } from '../messages/prepare-sms.ts';
import { originOf } from '../sessions/start-session.ts';
import { preventEnumeration } from '../http/prevent-enumeration.ts';
import { type AllowCreation, insertUser } from '../accounts/insert-user.ts';
import { requirePhoneSignInEnabled } from '../accounts/phone-number.ts';
import { retryOnConflict } from '../accounts/retry-on-conflict.ts';
import { toSignUpError, signUpDisabled } from '../accounts/sign-up-errors.ts';
import {
  type Metadata,
  type Queryable,
  type UserRow,
  findUser,
  findUserByPhone,
} from '../accounts/user-row.ts';
import { consumeSmsLimit } from '../messages/consume-message-limit.ts';

export async function sendSmsCode(
  request: Request,
  sms: { phone: string; createUser: boolean; data: Metadata },
  deps: AuthDeps,
): Promise<void> {
  requirePhoneSignInEnabled(deps);
  const { phone } = sms;
  await consumeSmsLimit(request, phone, 'otp', deps);
  const { ip } = originOf(request, deps);
  await preventEnumeration(deps, async () => {
    const prepare = (): ReturnType<typeof prepareSms> =>
      inAccountTransaction(ip, deps, async (client, allowCreation) => {
        const user =
          (await findUserByPhone(client, phone)) ?? (await createUser(client, sms, allowCreation, deps));
        return prepareSms(client, { user, phone, type: 'confirmation_token' }, deps);
      });
    const send = await retryOnConflict(prepare).catch((error: unknown) => {
      throw toSignUpError(error);
    });
    await send();
  });
}

async function createUser(
  client: Queryable,
  { phone, createUser, data }: { phone: string; createUser: boolean; data: Metadata },
  allowCreation: AllowCreation,
  deps: AuthDeps,
): Promise<UserRow> {
  if (!createUser) throw authError(422, 'otp_disabled', 'Signups not allowed for otp');
  if (!deps.config.enable_signup) throw signUpDisabled();
  const id = await insertUser(client, { phone, data, passwordHash: null, confirmed: false }, allowCreation);
  const user = await findUser(client, id);
  if (!user) throw authError(500, 'unexpected_failure', 'Database error loading user after sign-up');
  return user;
}
