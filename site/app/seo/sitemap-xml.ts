import { escapeXml } from './xml.ts';

/** One address of the sitemap. */
export interface SitemapEntry {
  path: string;
  /** when the page last changed (ISO 8601); null where nobody keeps count */
  changedAt: string | null;
}

/** The protocol's ceiling for one file (sitemaps.org). */
export const mostAddresses = 50_000;

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** `/sitemap.xml`: all addresses, or, above the ceiling, the list of its parts. */
export function sitemapXml(origin: string, entries: readonly SitemapEntry[], most = mostAddresses): string {
  if (entries.length <= most) return urlSet(origin, entries);
  const count = Math.ceil(entries.length / most);
  const parts = Array.from({ length: count }, (_, i) => ({
    path: `/sitemap/${i + 1}.xml`,
    changedAt: newest(entries.slice(i * most, (i + 1) * most)),
  }));
  return `<sitemapindex ${namespace}>\n${parts.map((part) => item('sitemap', origin, part)).join('\n')}\n</sitemapindex>`;
}

/** `/sitemap/2.xml`; null when there is no such part, or no need for parts. */
export function sitemapPartXml(
  origin: string,
  entries: readonly SitemapEntry[],
  part: number,
  most = mostAddresses,
): string | null {
  const slice = entries.slice((part - 1) * most, part * most);
  return entries.length <= most || slice.length === 0 ? null : urlSet(origin, slice);
}

/** The newest date among pages, or null. */
export function newest(entries: readonly { changedAt: string | null }[]): string | null {
  return entries.reduce<string | null>(
    (latest, { changedAt }) =>
      changedAt !== null && (latest === null || Date.parse(changedAt) > Date.parse(latest))
        ? changedAt
        : latest,
    null,
  );
}

function urlSet(origin: string, entries: readonly SitemapEntry[]): string {
  return `<urlset ${namespace}>\n${entries.map((entry) => item('url', origin, entry)).join('\n')}\n</urlset>`;
}

function item(name: string, origin: string, { path, changedAt }: SitemapEntry): string {
  const lastmod = changedAt === null ? '' : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`;
  return `<${name}><loc>${escapeXml(origin + path)}</loc>${lastmod}</${name}>`;
}
