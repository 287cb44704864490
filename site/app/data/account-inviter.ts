// Invites a user by email, or creates an invitation link when no mail is sent.
import type { AccountInviter, BackendAccess } from './backend-context.ts';
import { createSecretKeyClient } from './server-settings.ts';

interface AccountInviterOptions extends Pick<BackendAccess, 'url' | 'fetch'> {
  keys: { secretKey: string };
  siteUrl: string;
  sendsMail: boolean;
  /** the agency's name in the mail, as `.Data.agency` of its template */
  agencyName: () => string;
}

export function createAccountInviter(from: AccountInviterOptions): AccountInviter {
  const { url, fetch, keys, siteUrl, sendsMail, agencyName } = from;
  const { admin } = createSecretKeyClient({ url, fetch }, keys).auth;
  const redirectTo = `${siteUrl}/dashboard/settings`;
  return {
    async invite(email, { fullName, invitedBy = agencyName() } = {}) {
      const data = { agency: agencyName(), invited_by: invitedBy, ...(fullName && { full_name: fullName }) };
      const options = { redirectTo, data };
      if (sendsMail) {
        const sent = await admin.inviteUserByEmail(email, options);
        if (sent.error) throw sent.error;
        return { account: sent.data.user.id, link: null };
      }
      const made = await admin.generateLink({ type: 'invite', email, options });
      if (made.error) throw made.error;
      const { user, properties } = made.data;
      // A button on the page uses the token, not the opening of the page.
      const token = encodeURIComponent(properties.hashed_token);
      return { account: user.id, link: `${siteUrl}/auth?token_hash=${token}&type=invite` };
    },
  };
}
