import { createContext, type RouterContext } from 'react-router';
import type { AccountLinks } from './account-links.ts';

/** How the site's server reaches the backend. Given by server/site/create-renderer.ts with every request. */
export interface BackendAccess {
  /** Base address of the protocol, e.g. http://localhost:3000 or https://xyz.supabase.co. */
  url: string;
  publishableKey: string;
  /** In one process the backend itself: the full protocol without a socket. */
  fetch: typeof fetch;
  /** What the site's server signs with; see header-key.ts. */
  headerKey: string;
  /** The backend's origin where it differs from the site's, else ''. */
  publicOrigin: string;
  /** Whether a practice Stripe stands in for the real one. */
  practiceBilling: boolean;
  /** Whether passwords of fewer than 8 characters and common ones are refused; a hosted project decides itself. */
  strictPasswords: boolean;
  /** Whether mail leaves this machine; else it becomes files. */
  sendsMail: boolean;
  /** Where mail becomes files that owners may read: in local mode, without a mail server; null elsewhere. */
  mailFolder: string | null;
  /** For actions that have proved that an owner asks. */
  accountLinks: AccountLinks;
}

// The server's own modules and the built site are two copies of this file: one identity for both.
const identity = Symbol.for('fairlead.backend-context');
const registry = globalThis as { [identity]?: RouterContext<BackendAccess> };
export const backendContext: RouterContext<BackendAccess> = (registry[identity] ??=
  createContext<BackendAccess>());
