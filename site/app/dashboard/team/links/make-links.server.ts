import { isAuthApiError, type SupabaseClient } from '@supabase/supabase-js';
import type { AccountLinks, HandedLink } from '../../../data/account-links.ts';
import type { Database } from '../../../data/database-types.ts';
import type { LinkAnswer, LinkRequest } from './link-request.ts';
import { Refusal, refusalOf } from './refusal.server.ts';

type Caller = SupabaseClient<Database>;
type Invitation = Extract<LinkRequest, { what: 'invite' }>;

function answerFor(link: HandedLink): LinkAnswer {
  return link === null ? { outcome: 'sent' } : { outcome: 'link', link };
}

async function handed(links: AccountLinks, email: string): Promise<LinkAnswer> {
  return answerFor((await links.invite(email)).link);
}

/** What the auth service refuses is for the owner to read: an address that cannot be, too many messages. */
function explain(error: unknown): unknown {
  return isAuthApiError(error) && error.status < 500 ? new Refusal(error.status, error.message) : error;
}

async function giveRole(caller: Caller, account: string, wanted: string): Promise<boolean> {
  const { data, error } = await caller.rpc('give_role', { account, wanted });
  if (error) throw refusalOf(error);
  return data;
}

/** Invites an address; one that has an account already is approved, and cleared where nobody proved it. */
export async function invite(
  caller: Caller,
  links: AccountLinks,
  { email, fullName, role }: Invitation,
): Promise<LinkAnswer> {
  const found = await caller.rpc('find_account', { address: email });
  if (found.error) throw refusalOf(found.error);
  const known = found.data[0];
  if (known?.role) throw new Refusal(409, `${email} is already on the team.`);
  try {
    if (known) {
      const cleared = await giveRole(caller, known.account, role);
      return cleared ? await handed(links, email) : { outcome: 'ready' };
    }
    const invited = await links.invite(email, fullName);
    await giveRole(caller, invited.account, role);
    return answerFor(invited.link);
  } catch (error) {
    throw explain(error);
  }
}

/** The link of a colleague who never had a password. */
export async function sendLink(caller: Caller, links: AccountLinks, account: string): Promise<LinkAnswer> {
  const { data: address, error } = await caller.rpc('address_for_link', { account });
  if (error) throw refusalOf(error);
  try {
    return await handed(links, address);
  } catch (refused) {
    throw explain(refused);
  }
}
