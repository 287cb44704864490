import { makeOwner } from '../dashboard/team.ts';
import { enrollAuthenticator } from '../product/enroll-authenticator.ts';
import { expect } from '../product/fixture.ts';
import type { MailKind } from '../../site/app/data/mail-kinds.ts';
import type { Product } from '../product/product.ts';
import { readWrittenMails } from '../product/read-written-mails.ts';
import { makeLead, accountPassword, signUpAccount } from '../product/staff.ts';
import { textMarks } from './start-pseudo-locale.ts';

/** Every mail that the product sends, except the one that confirms an address. */
const outbox = ['reply', 'digest', 'recovery-code'] satisfies MailKind[];
const factorNotices = ['mfa_factor_enrolled', 'mfa_factor_unenrolled'];
const kinds = [...outbox, 'recovery', 'invite', 'magic_link', 'password_changed', ...factorNotices];

/** Makes the product write a mail of each kind into its folder. */
export async function produceAllMails(product: Product): Promise<void> {
  const owner = await makeOwner(product);
  const { client } = owner;
  const { data: service } = await product.admin
    .from('services')
    .select('id')
    .limit(1)
    .single()
    .throwOnError();
  for (const lead of [await makeLead(product), await makeLead(product, { service_id: service.id })])
    await client
      .from('lead_messages')
      .insert({ lead_id: lead.id, message: 'Thursday works.', sender_type: 'admin' })
      .throwOnError();
  await client.auth.updateUser({ password: `${accountPassword} anew`, current_password: accountPassword });
  await enrollAuthenticator(owner);
  const { data: codes } = await client.rpc('make_recovery_codes').throwOnError();
  await client.rpc('use_recovery_code', { code: codes[0] ?? '' }).throwOnError();
  await client.auth.mfa.unenroll(await enrollAuthenticator(owner));
  await product.visitor().from('leads').insert({
    name: 'Ada Okafor',
    email: 'ada@okafor.example',
    message: 'Do you take on one-page sites?',
  });
  const { email } = await signUpAccount(product);
  await client.auth.resetPasswordForEmail(email);
  await client.auth.signInWithOtp({ email: (await signUpAccount(product)).email });
  await product.admin.auth.admin.inviteUserByEmail('invited@fairlead.example');
  await expect
    .poll(async () => [...new Set((await readWrittenMails(product)).map(({ kind }) => kind))], {
      timeout: 30_000,
    })
    .toEqual(expect.arrayContaining(kinds));
}

/**
 * Calls `onStray` with texts outside the marks in mails of the outbox, and with each line of the account mails, which
 * are separate files. Returns the number of mails.
 */
export async function reportStrayMailTexts(
  product: Product,
  onStray: (text: string, where: string) => void,
): Promise<number> {
  const within = new RegExp(`${textMarks.start}[^${textMarks.start}${textMarks.end}]*${textMarks.end}`, 'g');
  const mails = await readWrittenMails(product);
  for (const { kind, subject = '', text = '', html = '' } of mails) {
    const body = /<body[^>]*>(.*)<\/body>/s.exec(html)?.[1] ?? '';
    const shown = [subject, text, body.replaceAll(/<[^>]+>/g, '\n')].join('\n');
    for (const line of shown.replaceAll(within, '\n').split('\n'))
      if (/\p{L}/u.test(line)) onStray(line.trim(), `mail ${kind}`);
  }
  return mails.length;
}
