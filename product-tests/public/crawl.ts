import { parsePage, type PagePart } from '../read-page.ts';

/** A page as a crawler reads it: as served, before any script. */
export interface CrawledPage {
  path: string;
  status: number;
  location: string | null;
  headers: Headers;
  html: string;
  page: PagePart;
  /** clicks from the home page; null if only the sitemap leads here */
  depth: number | null;
  /** the page whose link led here first */
  from: string;
}

/** One page, redirects not followed. */
export async function fetchCrawledPage(origin: string, path: string): Promise<CrawledPage> {
  const response = await fetch(origin + path, { redirect: 'manual' });
  const html = await response.text();
  const { status, headers } = response;
  const location = headers.get('location');
  return { path, status, headers, html, page: parsePage(html), location, depth: null, from: '' };
}

/** Every page that links and the sitemap lead to, as found; URLs are compared without their hash. */
export async function crawlSite(origin: string): Promise<Map<string, CrawledPage>> {
  const found = new Map<string, CrawledPage>();
  const waiting: { path: string; depth: number | null; from: string }[] = [{ path: '/', depth: 0, from: '' }];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (!found.has(next.path)) {
      const crawled = { ...(await fetchCrawledPage(origin, next.path)), ...next };
      found.set(next.path, crawled);
      const depth = next.depth === null ? null : next.depth + 1;
      for (const path of linksOf(crawled.page, origin + next.path))
        waiting.push({ path, depth, from: next.path });
    }
    if (waiting.length > 0) continue;
    for (const path of await readSitemapPaths(origin))
      if (!found.has(path)) waiting.push({ path, depth: null, from: '/sitemap.xml' });
  }
  return found;
}

/** Paths of this origin that real links lead to. */
function linksOf(page: PagePart, address: string): string[] {
  return page.values('a', 'href').flatMap((href) => {
    const url = new URL(href, address);
    return url.origin === new URL(address).origin ? [url.pathname + url.search] : [];
  });
}

export async function readSitemapPaths(origin: string): Promise<string[]> {
  const xml = await (await fetch(`${origin}/sitemap.xml`)).text();
  return parsePage(xml)
    .texts('loc')
    .map((loc) => loc.replace(`${origin}/`, '/'));
}

/** Contents of `<meta name|property="…">`, all of them. */
export function metaOf(page: PagePart, name: string): string[] {
  return page
    .all('meta')
    .filter((meta) => name === (meta.attribute('name') ?? meta.attribute('property')))
    .map((meta) => meta.attribute('content') ?? '');
}

export function canonicalsOf(page: PagePart): string[] {
  return page.values({ tag: 'link', rel: 'canonical' }, 'href');
}

export type JsonLdObject = Record<string, unknown> & { '@type': string };

/** The objects in the page's single JSON-LD script. */
export function jsonLdObjects(html: string): JsonLdObject[] {
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)];
  if (scripts.length !== 1) throw new Error(`${scripts.length} JSON-LD scripts instead of one`);
  const graph = JSON.parse(scripts[0]?.[1] ?? '') as { '@context': string; '@graph': JsonLdObject[] };
  if (graph['@context'] !== 'https://schema.org') throw new Error('the context is not schema.org');
  return graph['@graph'];
}
