import type { BackendAccess } from './backend-context.ts';
import { secretClient } from './server-settings.ts';

/** Where a link went: to the address by mail (null), or to whoever asked, to be handed over by hand. */
export type HandedLink = string | null;

/** What of the secret key's power a request may use, once it has proved that an owner asks. */
export interface AccountLinks {
  /**
   * Makes the link that opens an account to the owner of its address, who chooses a password then; and the account,
   * should there be none. Unlike a forgotten password, nobody can use up its mail allowance by asking often. Throws what
   * the auth service refused, such as an address that its owner has proved.
   */
  invite(email: string, fullName?: string): Promise<{ account: string; link: HandedLink }>;
}

interface Door extends Pick<BackendAccess, 'url' | 'fetch'> {
  secretKey: string;
  siteUrl: string;
  sendsMail: boolean;
}

export function openAccountLinks({ url, fetch, secretKey, siteUrl, sendsMail }: Door): AccountLinks {
  const { admin } = secretClient({ url, fetch }, secretKey).auth;
  const redirectTo = `${siteUrl}/dashboard/settings`;
  return {
    async invite(email, fullName) {
      const options = { redirectTo, ...(fullName === undefined ? {} : { data: { full_name: fullName } }) };
      if (sendsMail) {
        const sent = await admin.inviteUserByEmail(email, options);
        if (sent.error) throw sent.error;
        return { account: sent.data.user.id, link: null };
      }
      const made = await admin.generateLink({ type: 'invite', email, options });
      if (made.error) throw made.error;
      const { user, properties } = made.data;
      // The page shows a button; the token is spent by that button, not by opening the page.
      const token = encodeURIComponent(properties.hashed_token);
      return { account: user.id, link: `${siteUrl}/auth?token_hash=${token}&type=invite` };
    },
  };
}
