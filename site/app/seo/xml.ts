// XML responses; builds the XML of the sitemap.
import escapeHtml from 'escape-html';

/** Escapes text for XML and removes characters that XML 1.0 forbids. */
export function escapeXml(text: string): string {
  const allowed = text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
  return escapeHtml(allowed);
}

export function xmlResponse(xml: string, contentType: string): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`, {
    headers: { 'content-type': `${contentType}; charset=utf-8` },
  });
}

export interface SitemapEntry {
  path: string;
  /** last change (ISO 8601), or null if unknown */
  changedAt: string | null;
}

/** The protocol's limit for one file (sitemaps.org). */
const maxUrls = 50_000;

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** `/sitemap.xml`: all URLs or, above the limit, an index of its parts. */
export function sitemapXml(
  origin: string,
  entries: readonly SitemapEntry[],
  maxUrlsPerPart = maxUrls,
): string {
  if (entries.length <= maxUrlsPerPart) return urlSet(origin, entries);
  const count = Math.ceil(entries.length / maxUrlsPerPart);
  const parts = Array.from({ length: count }, (_, i) => ({
    path: `/sitemap/${i + 1}.xml`,
    changedAt: newestChangeTime(entries.slice(i * maxUrlsPerPart, (i + 1) * maxUrlsPerPart)),
  }));
  return `<sitemapindex ${namespace}>\n${parts.map((part) => item('sitemap', origin, part)).join('\n')}\n</sitemapindex>`;
}

/** `/sitemap/2.xml`; null if there is no such part, or no parts at all. */
export function sitemapPartXml(
  origin: string,
  entries: readonly SitemapEntry[],
  part: number,
  maxUrlsPerPart = maxUrls,
): string | null {
  const slice = entries.slice((part - 1) * maxUrlsPerPart, part * maxUrlsPerPart);
  return entries.length <= maxUrlsPerPart || slice.length === 0 ? null : urlSet(origin, slice);
}

export function newestChangeTime(entries: readonly { changedAt: string | null }[]): string | null {
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
