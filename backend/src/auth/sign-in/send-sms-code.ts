import type { AuthDeps } from '../deps.ts';
import { makingAccount } from '../hooks/before-user-created.ts';
import { refusal } from '../http/errors.ts';
import { prepareSms } from '../messages/prepare-sms.ts';
import { originOf } from '../sessions/start-session.ts';
import { withoutTelling } from '../http/prevent-enumeration.ts';
import { type Admit, insertUser } from '../accounts/insert-user.ts';
import { requirePhones } from '../accounts/phone-number.ts';
import { explainSignUp, signUpDisabled } from '../accounts/sign-up-errors.ts';
import {
  type Metadata,
  type Queryable,
  type UserRow,
  findUser,
  findUserByPhone,
} from '../accounts/user-row.ts';
import { spendSms } from '../messages/consume-message-limit.ts';

/** The phone half of POST /otp. */
export async function sendCodeBySms(
  request: Request,
  asked: { phone: string; createUser: boolean; data: Metadata },
  deps: AuthDeps,
): Promise<void> {
  requirePhones(deps);
  const { phone } = asked;
  await spendSms(request, phone, 'otp', deps);
  const { ip } = originOf(request, deps);
  await withoutTelling(deps, async () => {
    const send = await makingAccount(ip, deps, async (client, admit) => {
      const user = (await findUserByPhone(client, phone)) ?? (await makeUser(client, asked, admit, deps));
      return prepareSms(client, { user, phone, type: 'confirmation_token' }, deps);
    }).catch((error: unknown) => {
      throw explainSignUp(error);
    });
    await send();
  });
}

async function makeUser(
  client: Queryable,
  { phone, createUser, data }: { phone: string; createUser: boolean; data: Metadata },
  admit: Admit,
  deps: AuthDeps,
): Promise<UserRow> {
  if (!createUser) throw refusal(422, 'otp_disabled', 'Signups not allowed for otp');
  if (!deps.config.enable_signup) throw signUpDisabled();
  const id = await insertUser(client, { phone, data, passwordHash: null, confirmed: false }, admit);
  const user = await findUser(client, id);
  if (!user) throw refusal(500, 'unexpected_failure', 'Database error loading user after sign-up');
  return user;
}
