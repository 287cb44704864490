/** Reads pages as a crawler does, from the HTML as served, before any script. */
export interface CrawledPage {
  path: string;
  status: number;
  location: string | null;
  headers: Headers;
  html: string;
  /** clicks from the home page; null if only the sitemap leads here */
  depth: number | null;
  /** the page whose link led here first */
  from: string;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };

function decodeEntities(text: string): string {
  return text.replaceAll(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
}

/** One page, redirects not followed. */
export async function fetchCrawledPage(origin: string, path: string): Promise<CrawledPage> {
  const response = await fetch(origin + path, { redirect: 'manual' });
  const html = await response.text();
  const { status, headers } = response;
  return { path, status, headers, html, location: headers.get('location'), depth: null, from: '' };
}

/** Every page that links and the sitemap lead to, as found; URLs are compared without their hash. */
export async function crawlSite(origin: string): Promise<Map<string, CrawledPage>> {
  const found = new Map<string, CrawledPage>();
  const waiting: { path: string; depth: number | null; from: string }[] = [{ path: '/', depth: 0, from: '' }];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (!found.has(next.path)) {
      const page = { ...(await fetchCrawledPage(origin, next.path)), ...next };
      found.set(next.path, page);
      const depth = next.depth === null ? null : next.depth + 1;
      for (const path of linksOf(page.html, origin + next.path))
        waiting.push({ path, depth, from: next.path });
    }
    if (waiting.length > 0) continue;
    for (const path of await readSitemapPaths(origin))
      if (!found.has(path)) waiting.push({ path, depth: null, from: '/sitemap.xml' });
  }
  return found;
}

/** Paths of this origin that real links lead to. */
function linksOf(html: string, address: string): string[] {
  return attributeValues(html, 'a', 'href').flatMap((href) => {
    const url = new URL(href, address);
    return url.origin === new URL(address).origin ? [url.pathname + url.search] : [];
  });
}

export function attributeValues(html: string, tag: string, name: string): string[] {
  const found = html.matchAll(new RegExp(`<${tag}\\s(?:[^>]*?\\s)?${name}="([^"]*)"`, 'g'));
  return [...found].map(([, value = '']) => decodeEntities(value));
}

export async function readSitemapPaths(origin: string): Promise<string[]> {
  const xml = await (await fetch(`${origin}/sitemap.xml`)).text();
  return [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc = '']) =>
    decodeEntities(loc).replace(`${origin}/`, '/'),
  );
}

/** Contents of `<meta name|property="…">`, all of them. */
export function metaOf(html: string, name: string): string[] {
  const found = html.matchAll(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, 'g'));
  return [...found].map(([, content = '']) => decodeEntities(content));
}

export function titlesOf(html: string): string[] {
  const head = html.replaceAll(/<svg[\s\S]*?<\/svg>/g, '');
  return [...head.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title = '']) => decodeEntities(title));
}

export function canonicalsOf(html: string): string[] {
  return [...html.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(([, href = '']) =>
    decodeEntities(href),
  );
}

/** The text of the page, without markup. */
export function textOf(html: string): string {
  const body = html.slice(html.indexOf('<body'));
  return decodeEntities(body.replaceAll(/<script[\s\S]*?<\/script>/g, ' ').replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
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
