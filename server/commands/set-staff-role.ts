// The staff command: gives a role to an account by email, or removes it from the team.
import { createSecretKeyClient } from '../../site/app/data/server-settings.ts';
import type { StaffRole } from '../../site/app/data/staff-roles.ts';
import type { CommandCall } from './command-declaration.ts';
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
    const { data: passwordRemoved, error } =
      role === 'none'
        ? await client.rpc('remove_from_team', { account })
        : await client.rpc('give_role', { account, wanted: role });
    if (error) throw new Error(`the role could not be written: ${error.message}`);
    process.stdout.write(
      role === 'none' ? `${email} no longer has a role\n` : `${email} is now ${titles[role]}\n`,
    );
    if (passwordRemoved !== true) return;
    // An unverified address may have been registered by someone else (G-5).
    const { link } = await access.accountInviter.invite(email);
    process.stdout.write(
      link === null
        ? 'The address was not verified, so its password was removed. A link to set a new one was sent there.\n'
        : `The address was not verified, so its password was removed. Send this link to the person it belongs to; it works once:\n${link}\n`,
    );
  });
}
