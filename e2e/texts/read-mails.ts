import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import PostalMime from 'postal-mime';
import { makeOwner } from '../dashboard/team.ts';
import { expect } from '../product/fixture.ts';
import type { MailKind } from '../../site/app/data/mail-kinds.ts';
import type { Product } from '../product/product.ts';
import { makeLead, accountPassword, signUpAccount, type Account } from '../product/staff.ts';
import { textMarks } from './start-pseudo-locale.ts';

/** By file name in the folder: every mail that the product sends, except the one that confirms an address. */
const kinds = {
  outbox: ['reply', 'digest', 'recovery-code'] satisfies MailKind[],
  account: [
    'recovery',
    'invite',
    'magic_link',
    'password_changed',
    'mfa_factor_enrolled',
    'mfa_factor_unenrolled',
  ],
};

const kindOf = (file: string) => /Z-([a-z_-]+)-[0-9a-f]{8}\.eml$/.exec(file)?.[1] ?? file;

async function list({ dataDir }: Product): Promise<string[]> {
  const folder = join(dataDir, 'mail');
  const files = await readdir(folder).catch(() => []);
  return files.filter((name) => name.endsWith('.eml')).map((name) => join(folder, name));
}

/** Returns the id of the new factor. */
async function addAuthenticator({ auth: { mfa } }: Account['client']): Promise<string> {
  const { data } = await mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  if (data?.type !== 'totp') throw new Error('no authenticator app was enrolled');
  const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate();
  await mfa.challengeAndVerify({ factorId: data.id, code });
  return data.id;
}

/** Makes the product write a mail of each kind into its folder. */
export async function produceAllMails(product: Product): Promise<void> {
  const { client } = await makeOwner(product);
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
  await addAuthenticator(client);
  const { data: codes } = await client.rpc('make_recovery_codes').throwOnError();
  await client.rpc('use_recovery_code', { code: codes[0] ?? '' }).throwOnError();
  await client.auth.mfa.unenroll({ factorId: await addAuthenticator(client) });
  await product.visitor().from('leads').insert({
    name: 'Ada Okafor',
    email: 'ada@okafor.example',
    message: 'Do you take on one-page sites?',
  });
  const { email } = await signUpAccount(product);
  await client.auth.resetPasswordForEmail(email);
  await client.auth.signInWithOtp({ email: (await signUpAccount(product)).email });
  await product.admin.auth.admin.inviteUserByEmail('invited@fairlead.example');
  const wanted = [...kinds.outbox, ...kinds.account].toSorted();
  await expect
    .poll(async () => [...new Set((await list(product)).map(kindOf))].toSorted(), { timeout: 30_000 })
    .toEqual(expect.arrayContaining(wanted));
}

/**
 * Calls `onStray` with texts outside the marks in mails of the outbox, and with each line of the account mails, which
 * are separate files. Returns the number of mails.
 */
export async function readMails(
  product: Product,
  onStray: (text: string, where: string) => void,
): Promise<number> {
  const within = new RegExp(`${textMarks.start}[^${textMarks.start}${textMarks.end}]*${textMarks.end}`, 'g');
  const files = await list(product);
  for (const file of files) {
    const { subject = '', text = '', html = '' } = await PostalMime.parse(await readFile(file));
    const kind = kindOf(file);
    const body = /<body[^>]*>(.*)<\/body>/s.exec(html)?.[1] ?? '';
    const shown = [subject, text, body.replaceAll(/<[^>]+>/g, '\n')].join('\n');
    for (const line of shown.replaceAll(within, '\n').split('\n'))
      if (/\p{L}/u.test(line)) onStray(line.trim(), `mail ${kind}`);
  }
  return files.length;
}
