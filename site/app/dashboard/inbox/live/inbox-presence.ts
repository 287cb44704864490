import { createPresence } from '../../presence/presence-channel.ts';
import { inboxActivity } from './inbox-activity.ts';

/** Which leads colleagues have open, and whether they type a reply. */
export const inboxPresence = createPresence('inbox-presence', inboxActivity);
