// The staff command: gives a role to an account by email, or removes it from the team.
import { formatCommandLine } from '@fairlead/backend/errors';
import { createSecretKeyClient } from '../../site/app/data/server-settings.ts';
import type { AccountInviter } from '../../site/app/data/backend-context.ts';
import type { StaffRole } from '../../site/app/data/staff-roles.ts';
import type { CommandCall } from './command-declaration.ts';
import { printResult } from './print-result.ts';
import { checkEmailArgument, withBackend } from './with-backend.ts';

const titles = {
  owner: 'an owner',
  editor: 'an editor',
  agent: 'an agent',
  viewer: 'a viewer',
} satisfies Record<StaffRole, string>;

/** The parser has checked that the role is one of the choices. */
export async function setStaffRole({ args, environment }: CommandCall): Promise<void> {
  const [email, role] = args as [string, StaffRole | 'none'];
  checkEmailArgument(email);
  await withBackend(environment, async (_config, { access, keys }) => {
    const client = createSecretKeyClient(access, keys);
    const found = await client.rpc('find_account', { address: email });
    if (found.error) throw new Error(`the account could not be read: ${found.error.message}`);
    const account = found.data[0]?.account;
    if (!account) throw new Error(`${email} has no account yet; they have to sign up first`);
    if (role === 'none') {
      const { error } = await client.rpc('remove_from_team', { account });
      if (error) throw new Error(`the role could not be written: ${error.message}`);
      return void process.stdout.write(`${email} no longer has a role\n`);
    }
    const { error } = await client.rpc('give_role', { account, wanted: role });
    if (error) throw new Error(`the role could not be written: ${error.message}`);
    const repeatHint = `For another link: ${formatCommandLine('staff', `${email} ${role}`)}`;
    const done = `${email} is now ${titles[role]}`;
    const link = await createLinkIfNeeded(client, access.accountInviter, account).catch((reason: Error) => {
      throw new Error(`${done}, but has no link to set a password: ${reason.message}. ${repeatHint}`);
    });
    await printResult(`${done}${describeLink(link, repeatHint)}`, repeatHint);
  });
}

/**
 * Each call makes a new link while the account needs one, because the one before may have been lost. Undefined if it
 * needs none, null if the link was sent.
 */
async function createLinkIfNeeded(
  client: ReturnType<typeof createSecretKeyClient>,
  inviter: AccountInviter,
  account: string,
): Promise<string | null | undefined> {
  const { data: address, error } = await client.rpc('address_for_link', { account });
  if (error?.details === 'link_not_needed') return undefined;
  if (error) throw new Error(error.message);
  return (await inviter.invite(address)).link;
}

/** An unverified address may have been registered by someone else (G-5). */
const removed = 'The address was not verified, so its password was removed.';

function describeLink(link: string | null | undefined, repeatHint: string): string {
  if (link === undefined) return '\n';
  if (link === null) return `\n${removed} A link to set a new one was sent there.\n`;
  // In the first line, for those who read only that.
  return `. Send this one-time link to that person: ${link}\n${removed} ${repeatHint}\n`;
}
