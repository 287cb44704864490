import { createOwnActivity } from '../../presence/own-activity.ts';

/** The lead that this tab has open. */
export const inboxActivity = createOwnActivity();

/** After this time without a key press, the user is no longer shown as typing. */
const typingMs = 4_000;

export function reportTyping(lead: string): void {
  inboxActivity.report(lead, 'typing', typingMs);
}
