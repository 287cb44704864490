// The access of routes to the backend, with actions that use its secret key.
import type { AgencySource } from '../agency/agency.ts';
import type { ServerHealthService } from './server-health.ts';
import { createNamedContext } from './request-contexts.ts';

/** How the site's server accesses the backend; server/site/create-page-renderer.ts adds it to every request. */
export interface BackendAccess {
  /** Base URL, e.g. http://localhost:3000 or https://xyz.supabase.co. */
  url: string;
  publishableKey: string;
  /** Calls the backend of the same process without a socket. */
  fetch: typeof fetch;
  /** Signs the server's own headers; see server/boot/keys.ts. */
  headerKey: string;
  /** The key before the last rotation of the secret key, while it is still accepted. */
  previousHeaderKey: { value: string; validUntil: string } | null;
  /** The backend's origin if it is not the site's, else ''. */
  publicOrigin: string;
  /** The owners' settings; see server/agency/create-agency-source.ts. */
  agency: AgencySource;
  practiceBilling: boolean;
  /** The version of the program. */
  version: string;
  /** How long the oldest backup is kept, for the privacy page; null if this program makes none, or it is unknown. */
  backupsKept: { amount: number; unit: 'days' | 'months' } | null;
  /** Whether short (under 8 characters) and common passwords are rejected; a hosted project decides itself. */
  strictPasswords: boolean;
  /** Whether mail is sent; if not, it is written to files. */
  sendsMail: boolean;
  /** Whether replies by mail are received (REPLY_ADDRESS). */
  receivesMail: boolean;
  /** Folder of mail files for owners, in local mode without a mail server; otherwise null. */
  mailFolder: string | null;
  /** Only for actions that have verified an owner. */
  accountInviter: AccountInviter;
  /** Only for routes that have verified an owner. Null for a command, which serves no dashboard. */
  health: ServerHealthService | null;
}

export const backendContext = createNamedContext<BackendAccess>('backend-context');

/** null if it was mailed to the address; otherwise the link, to be passed on. */
export type UnsentInvitationLink = string | null;

interface InvitationNames {
  fullName?: string | undefined;
  /** the owner who invites; by default the agency */
  invitedBy?: string | undefined;
}

/** Actions with the secret key for a request that was verified as an owner's. */
export interface AccountInviter {
  /**
   * Makes an invitation link, and the account if it does not exist. The mail limit of invitations cannot be used up
   * by visitors, unlike that of password resets. Throws the error of the auth service, such as for a verified
   * address.
   */
  invite(email: string, names?: InvitationNames): Promise<{ account: string; link: UnsentInvitationLink }>;
}
