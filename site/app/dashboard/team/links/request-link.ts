import { fetchAsUser } from '../../../data/browser-client.ts';
import type { LinkResponse, LinkRequest } from './link-request.ts';
import { teamLinkTexts } from './team-link-texts.ts';

const { errors } = teamLinkTexts;

export type LinkResult = Exclude<LinkResponse, { outcome: 'refused' }>;

/** Requests a link from the site's server; throws a message for the owner. */
export async function requestLink(request: LinkRequest): Promise<LinkResult> {
  const response = await fetchAsUser<LinkResponse>('/team-links', request).catch(() => null);
  if (!response) throw new Error(errors.unreachable);
  const result = response.body;
  if (!result) throw new Error(errors.fault);
  if (result.outcome === 'refused') throw new Error(result.message);
  return result;
}
