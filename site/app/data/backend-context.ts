// How routes reach the backend, with what they may do with its secret key.
import type { AgencySource } from '../agency/agency.ts';
import type { ServerHealth } from './server-health.ts';
import { createNamedContext } from './request-contexts.ts';

/** How the site's server reaches the backend; server/site/create-renderer.ts adds it to every request. */
export interface BackendAccess {
  /** Base URL, e.g. http://localhost:3000 or https://xyz.supabase.co. */
  url: string;
  publishableKey: string;
  /** Calls the backend of the same process without a socket. */
  fetch: typeof fetch;
  /** Signs the server's own headers; see server/boot/header-keys.ts. */
  headerKey: string;
  /** The one before the last rotation of the secret key, as long as it is accepted. */
  previousHeaderKey: { value: string; validUntil: string } | null;
  /** The backend's origin if it is not the site's, else ''. */
  publicOrigin: string;
  /** What the owners set; see server/agency/create-agency-source.ts. */
  agency: AgencySource;
  practiceBilling: boolean;
  /** of the program */
  version: string;
  /** How long the oldest backup is kept, for the privacy page; null where we make none, or it is not ours to say. */
  backupsKept: { amount: number; unit: 'days' | 'months' } | null;
  /** Whether short (under 8 characters) and common passwords are rejected; a hosted project decides itself. */
  strictPasswords: boolean;
  /** Whether mail is sent; else it is written to files. */
  sendsMail: boolean;
  /** Whether answers come in by mail (REPLY_ADDRESS). */
  receivesMail: boolean;
  /** Folder of mail files for owners, in local mode without a mail server; else null. */
  mailFolder: string | null;
  /** Only for actions that have verified an owner. */
  accountLinks: AccountLinks;
  /** Only for routes that have verified an owner. */
  health: ServerHealth;
}

export const backendContext = createNamedContext<BackendAccess>('backend-context');

/** null if mailed to the address, else the link, to be handed over. */
export type IssuedLink = string | null;

/** What a request may do with the secret key after it proved to be an owner's. */
export interface AccountLinks {
  /**
   * Makes an invitation link, and the account if there is none. Unlike a password reset, strangers cannot use up its
   * mail allowance. Throws the auth service's error, such as for a verified address.
   */
  invite(email: string, names?: InvitationNames): Promise<{ account: string; link: IssuedLink }>;
}

interface InvitationNames {
  fullName?: string | undefined;
  /** the owner who invites; by default the agency */
  invitedBy?: string | undefined;
}
