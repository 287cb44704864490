import { commandLine } from '@fairlead/backend/errors/command-line.ts';
import type { Environment } from '../server/config.ts';
import { secretClient } from '../site/app/data/server-settings.ts';
import { withBackend } from './with-backend.ts';

const roles = ['owner', 'editor', 'agent', 'viewer', 'none'];
const titles: Record<string, string> = {
  owner: 'an owner',
  editor: 'an editor',
  agent: 'an agent',
  viewer: 'a viewer',
};
const usage = `use: ${commandLine('staff', 'you@example.com owner|editor|agent|viewer|none')}`;

export async function staff([email = '', role = '']: string[], environment: Environment): Promise<void> {
  await withBackend(environment, async (_config, { access, keys }) => {
    if (!/^[^@\s]+@[^@\s]+$/.test(email) || !roles.includes(role)) throw new Error(usage);
    const client = secretClient(access, keys);
    const found = await client.rpc('find_account', { address: email });
    if (found.error) throw new Error(`the account could not be read: ${found.error.message}`);
    const account = found.data[0]?.account;
    if (!account) throw new Error(`${email} has no account yet; it must sign up first`);
    const { data: passwordRemoved, error } =
      role === 'none'
        ? await client.rpc('remove_from_team', { account })
        : await client.rpc('give_role', { account, wanted: role });
    if (error) throw new Error(`the role could not be written: ${error.message}`);
    process.stdout.write(
      role === 'none' ? `${email} has no role now\n` : `${email} is now ${titles[role]}\n`,
    );
    if (passwordRemoved !== true) return;
    // An unverified address may have been registered by someone else (G-5).
    const { link } = await access.accountLinks.invite(email);
    process.stdout.write(
      link === null
        ? 'The address was not verified, so its password was removed. A link to set a new one was sent there.\n'
        : `The address was not verified, so its password was removed. Send this link to the person it belongs to; it works once:\n${link}\n`,
    );
  });
}
