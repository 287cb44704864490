// `npm run staff -- you@example.com editor`: gives an account a role, or takes it back with "none".
import { secretClient } from '../site/app/data/server-settings.ts';
import { runVerb } from './verb.ts';

const roles = ['owner', 'editor', 'agent', 'viewer', 'none'];
const usage = 'use: npm run staff -- you@example.com owner|editor|agent|viewer|none';
const [email = '', role = ''] = process.argv.slice(2);

await runVerb(async (_settings, { access, keys }) => {
  if (!/^[^@\s]+@[^@\s]+$/.test(email) || !roles.includes(role)) throw new Error(usage);
  const client = secretClient(access, keys.secretKey);
  const account = await client.from('profiles').select('id').eq('email', email.toLowerCase()).maybeSingle();
  if (account.error) throw new Error(`the account could not be read: ${account.error.message}`);
  if (!account.data) throw new Error(`${email} has no account yet; it must sign up first`);
  const user_id = account.data.id;
  const { error } =
    role === 'none'
      ? await client.from('staff').delete().eq('user_id', user_id)
      : await client.from('staff').upsert({ user_id, role });
  if (error) throw new Error(`the role could not be written: ${error.message}`);
  process.stdout.write(role === 'none' ? `${email} has no role now\n` : `${email} is ${role} now\n`);
});
