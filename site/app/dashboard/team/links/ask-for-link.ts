import { browserClient } from '../../../data/browser-client.ts';
import type { LinkAnswer, LinkRequest } from './link-request.ts';

export type MadeLink = Exclude<LinkAnswer, { outcome: 'refused' }>;

/** Asks the site's server for a link; throws with words for the owner. */
export async function askForLink(wish: LinkRequest): Promise<MadeLink> {
  const { data } = await browserClient().auth.getSession();
  const response = await fetch('/team-links', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${data.session?.access_token ?? ''}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(wish),
  }).catch(() => null);
  if (!response) throw new Error("We couldn't reach the server. Nothing has changed. Please try again.");
  const answer = (await response.json().catch(() => null)) as LinkAnswer | null;
  if (!answer) throw new Error('Something went wrong on our end. Please try again in a minute.');
  if (answer.outcome === 'refused') throw new Error(answer.message);
  return answer;
}
