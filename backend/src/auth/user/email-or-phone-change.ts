import type { AuthDeps } from '../deps.ts';
import { type CodeChallenge, readChallenge } from '../sessions/code-challenge.ts';
import { redirectTarget } from '../http/redirect-target.ts';
import { consumeMailLimit, consumeSmsLimit } from '../messages/consume-message-limit.ts';
import { normaliseEmail } from '../accounts/email-address.ts';
import { prepareEmailChange, storeEmail } from './email-change.ts';
import { preparePhoneChange } from './phone-change.ts';
import { normalisePhone, requirePhoneSignInEnabled } from '../accounts/phone-number.ts';
import type { Queryable, UserRow } from '../accounts/user-row.ts';

/** Normalised; undefined where unchanged. */
interface EmailOrPhoneChange {
  user: UserRow;
  newEmail: string | undefined;
  newPhone: string | undefined;
  redirectTo: string;
  challenge: CodeChallenge | undefined;
}

interface UpdateFields {
  email?: string | null | undefined;
  phone?: string | null | undefined;
  code_challenge?: string | null | undefined;
  code_challenge_method?: string | null | undefined;
}

/** Throws 400 for a wrong form, 429 for too many messages. */
export async function readEmailOrPhoneChange(
  request: Request,
  fields: UpdateFields,
  user: UserRow,
  deps: AuthDeps,
): Promise<EmailOrPhoneChange> {
  const email = fields.email ? normaliseEmail(fields.email) : user.email;
  const phone = fields.phone ? normalisePhone(fields.phone) : user.phone;
  const newEmail = email && email !== user.email ? email : undefined;
  const newPhone = phone && phone !== user.phone ? phone : undefined;
  const challenge = readChallenge(fields);
  if (newEmail) await consumeMailLimit(request, newEmail, 'email_change', deps);
  if (newPhone) {
    requirePhoneSignInEnabled(deps);
    await consumeSmsLimit(request, newPhone, 'phone_change', deps);
  }
  return { user, newEmail, newPhone, challenge, redirectTo: redirectTarget(request, deps.config) };
}

/** Returns callbacks that send the messages after the commit. */
export async function applyEmailOrPhoneChange(
  db: Queryable,
  { user, newEmail, newPhone, ...links }: EmailOrPhoneChange,
  deps: AuthDeps,
): Promise<(() => void | Promise<void>)[]> {
  const deferredSends: (() => void | Promise<void>)[] = [];
  if (newEmail && user.is_anonymous && !deps.config.email.enable_confirmations) {
    // Where emails need no confirmation, an anonymous account gets its first at once.
    await storeEmail(db, user.id, newEmail);
  } else if (newEmail) {
    deferredSends.push(await prepareEmailChange(db, { user, newEmail, ...links }, deps));
  }
  if (newPhone) deferredSends.push(await preparePhoneChange(db, user, newPhone, deps));
  return deferredSends;
}
