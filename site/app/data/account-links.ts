import type { BackendAccess } from './backend-context.ts';
import { secretClient } from './server-settings.ts';

/** Where a link went: to the address by mail (null), or to whoever asked, to be handed over by hand. */
export type HandedLink = string | null;

/** What of the secret key's power a request may use, once it has proved that an owner asks. */
export interface AccountLinks {
  /** Makes an account that somebody is invited to; answers its id. Throws what the auth service refused. */
  invite(email: string, fullName: string): Promise<{ account: string; link: HandedLink }>;
  /** A link with which the owner of the address sets a password. */
  setPassword(email: string): Promise<HandedLink>;
}

interface Door extends Pick<BackendAccess, 'url' | 'fetch'> {
  secretKey: string;
  siteUrl: string;
  sendsMail: boolean;
}

/** The page that shows a button for such a link; its token is spent by that button, not by opening the page. */
function landing(siteUrl: string, hash: string, type: 'invite' | 'recovery'): string {
  return `${siteUrl}/auth?token_hash=${encodeURIComponent(hash)}&type=${type}`;
}

export function openAccountLinks({ url, fetch, secretKey, siteUrl, sendsMail }: Door): AccountLinks {
  const { auth } = secretClient({ url, fetch }, secretKey);
  const redirectTo = `${siteUrl}/dashboard/settings`;
  return {
    async invite(email, fullName) {
      const data = { full_name: fullName };
      if (sendsMail) {
        const sent = await auth.admin.inviteUserByEmail(email, { data, redirectTo });
        if (sent.error) throw sent.error;
        return { account: sent.data.user.id, link: null };
      }
      const made = await auth.admin.generateLink({ type: 'invite', email, options: { data, redirectTo } });
      if (made.error) throw made.error;
      const { user, properties } = made.data;
      return { account: user.id, link: landing(siteUrl, properties.hashed_token, 'invite') };
    },
    async setPassword(email) {
      if (sendsMail) {
        const { error } = await auth.resetPasswordForEmail(email, { redirectTo });
        if (error) throw error;
        return null;
      }
      const { data, error } = await auth.admin.generateLink({
        type: 'recovery',
        email,
        options: { redirectTo },
      });
      if (error) throw error;
      return landing(siteUrl, data.properties.hashed_token, 'recovery');
    },
  };
}
