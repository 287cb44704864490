// Determines where a lead came from: landing page, referring host, campaign parameters.
import { isPrivatePath } from '../../../seo/private-paths.ts';

/** Where a lead came from. The database omits values with other characters (private.set_lead_source). */
export type LeadTrafficSource = { landing: string; referrer?: string } & Partial<Record<Campaign, string>>;

const campaigns = ['utm_source', 'utm_medium', 'utm_campaign'] as const;
type Campaign = (typeof campaigns)[number];

const maxVisitLength = 4_000;
const maxLength = 100;
/** Letters, digits and the characters that join names of campaigns; none that the database's JSON cannot store. */
const plain = /^[\p{L}\p{M}\p{N} ._~+:|/()&,-]+$/u;
const anyOrigin = 'http://here';

/**
 * `visit` is the path and the referrer of the first page, which the page's inline script stores. Without it, and for a
 * browser that asks not to be tracked, the first known page is the form's.
 */
export function readLeadTrafficSource(visit: string, request: Request, formPath: string): LeadTrafficSource {
  const asksForPrivacy = request.headers.get('sec-gpc') === '1' || request.headers.get('dnt') === '1';
  if (asksForPrivacy) return { landing: formPath };
  const [address = '', from = ''] = visit.slice(0, maxVisitLength).split(' ');
  const page = URL.canParse(address, anyOrigin) ? new URL(address, anyOrigin) : null;
  if (!address.startsWith('/') || page?.origin !== anyOrigin)
    return { landing: formPath, ...referrerOf(request.headers.get('referer') ?? '', request) };
  // Private paths are left out, because anyone who has such a URL may open the page.
  const landing = isPrivatePath(page.pathname) ? formPath : page.pathname;
  return { landing, ...referrerOf(from, request), ...campaignOf(page.searchParams) };
}

function campaignOf(query: URLSearchParams): Partial<Record<Campaign, string>> {
  return Object.fromEntries(
    campaigns
      .map((name) => [name, (query.get(name) ?? '').trim().slice(0, maxLength)] as const)
      .filter(([, value]) => plain.test(value)),
  );
}

/** The host of another site without its www; nothing else of the URL. */
function referrerOf(referrer: string, request: Request): { referrer?: string } {
  if (!URL.canParse(referrer)) return {};
  const { host, hostname } = new URL(referrer);
  const isOwn = host === new URL(request.url).host || host === request.headers.get('host');
  return isOwn || hostname === '' ? {} : { referrer: hostname.replace(/^www\./, '') };
}
