import { browserClient } from '../../../data/browser-client.ts';
import type { LinkResponse, LinkRequest } from './link-request.ts';
import { teamLinkTexts } from './team-link-texts.ts';

export type LinkResult = Exclude<LinkResponse, { outcome: 'refused' }>;

/** Requests a link from the site's server; throws a message for the owner. */
export async function requestLink(request: LinkRequest): Promise<LinkResult> {
  const { data } = await browserClient().auth.getSession();
  const response = await fetch('/team-links', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${data.session?.access_token ?? ''}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(request),
  }).catch(() => null);
  if (!response) throw new Error(teamLinkTexts.errors.unreachable);
  const result = (await response.json().catch(() => null)) as LinkResponse | null;
  if (!result) throw new Error(teamLinkTexts.errors.fault);
  if (result.outcome === 'refused') throw new Error(result.message);
  return result;
}
