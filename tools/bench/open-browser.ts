import { chromium, type Browser } from '@playwright/test';
import { findChromium } from '../../e2e/product/find-chromium.mjs';

/** The viewport of a common phone, for which the limits hold. */
export const phoneContextOptions = {
  viewport: { width: 412, height: 823 },
  hasTouch: true,
  isMobile: true,
} as const;

export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', ...args],
  });
}

export async function fetchSitemapPaths(origin: string): Promise<string[]> {
  const index = await readLocations(`${origin}/sitemap.xml`);
  const parts = index.filter((url) => url.includes('/sitemap/'));
  const pages = parts.length > 0 ? (await Promise.all(parts.map(readLocations))).flat() : index;
  return pages.map((url) => new URL(url).pathname);
}

async function readLocations(url: string): Promise<string[]> {
  const text = await (await fetch(url)).text();
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] ?? '');
}
