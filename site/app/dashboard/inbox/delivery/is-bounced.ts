import type { Lead } from '../read-lead-page.ts';

/** Whether the last reply came back: the address is bad until one arrives, or the person writes again. */
export function isBounced({ replies }: Pick<Lead, 'replies'>): boolean {
  const last = replies.at(-1);
  return last?.sender_type === 'admin' && last.delivery_state === 'failed' && last.bounced_at !== null;
}
