// Invites a colleague by email with a role; sends an existing account a link to set its password.
import { isAuthApiError, type SupabaseClient } from '@supabase/supabase-js';
import { authErrorMessage } from '../../../auth/auth-error-message.ts';
import type { AccountInviter, UnsentInvitationLink } from '../../../data/backend-context.ts';
import type { Database } from '../../../data/database-types.ts';
import type { TeamLinkResponse, TeamLinkRequest } from './link-request.ts';
import { teamLinkTexts } from '../team-texts.ts';
import { TeamLinkError, toTeamLinkError } from './team-link-error.server.ts';

type Caller = SupabaseClient<Database>;
type Invitation = Extract<TeamLinkRequest, { what: 'invite' }>;

function responseFor(link: UnsentInvitationLink): TeamLinkResponse {
  return link === null ? { outcome: 'sent' } : { outcome: 'link', link };
}

/** The name of the signed-in account, as an invitation shows it. */
export async function readOwnName(caller: Caller, token: string): Promise<string | undefined> {
  const { user } = (await caller.auth.getUser(token)).data;
  if (!user) return undefined;
  const profile = caller.from('profiles').select('full_name').eq('id', user.id);
  return (await profile.maybeSingle()).data?.full_name || user.email;
}

/** Rejections of the auth service (an invalid address, too many messages) are shown to the owner. */
function explain(error: unknown): unknown {
  return isAuthApiError(error) && error.status < 500
    ? new TeamLinkError(error.status, authErrorMessage(error, ''))
    : error;
}

async function giveRole(caller: Caller, account: string, wanted: string): Promise<boolean> {
  const { data, error } = await caller.rpc('give_role', { account, wanted });
  if (error) throw toTeamLinkError(error);
  return data;
}

/** Invites an address; an existing account is approved, and its password cleared if its address is unverified. */
export async function inviteColleague(
  caller: Caller,
  links: AccountInviter,
  { email, fullName, role }: Invitation,
  invitedBy: string | undefined,
): Promise<TeamLinkResponse> {
  const found = await caller.rpc('find_account', { address: email });
  if (found.error) throw toTeamLinkError(found.error);
  const known = found.data[0];
  if (known?.role) throw new TeamLinkError(409, teamLinkTexts.errors.alreadyMember(email));
  try {
    if (known) {
      const cleared = await giveRole(caller, known.account, role);
      return cleared ? responseFor((await links.invite(email, { invitedBy })).link) : { outcome: 'ready' };
    }
    const invited = await links.invite(email, { fullName, invitedBy });
    await giveRole(caller, invited.account, role);
    return responseFor(invited.link);
  } catch (error) {
    throw explain(error);
  }
}

export async function sendAccountLink(
  caller: Caller,
  links: AccountInviter,
  account: string,
  invitedBy: string | undefined,
): Promise<TeamLinkResponse> {
  const { data: address, error } = await caller.rpc('address_for_link', { account });
  if (error) throw toTeamLinkError(error);
  try {
    return responseFor((await links.invite(address, { invitedBy })).link);
  } catch (failure) {
    throw explain(failure);
  }
}
