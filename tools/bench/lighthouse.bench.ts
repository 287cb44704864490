import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from '@playwright/test';
import { findFreePort, startProduct } from '../../e2e/product/product.ts';
import { benchFolder } from './bench-folder.ts';
import type { Bench } from './bench.ts';
import { startNginx } from './peers/start-nginx.ts';
import { fetchSitemapPaths, openBrowser, phoneContextOptions } from './open-browser.ts';
import { fetchServedFile } from './peers/fetch-served-file.ts';
import type { BenchReport } from './report.ts';
import { fullOrTrialAmount, runInterleaved, median } from './rounds.ts';

const rounds = fullOrTrialAmount(5);
const program = join(benchFolder, 'node_modules', 'lighthouse', 'core', 'index.js');

interface Result {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Result } | undefined>;

export const bench: Bench = {
  title:
    'Lighthouse, mobile, every listed page, five times; its largest paint against the same bytes from nginx',
  needs: ['chromium', 'nginx', 'packages'],
  async run(report, pages) {
    const { default: lighthouse } = (await import(pathToFileURL(program).href)) as { default: Lighthouse };
    await using product = await startProduct();
    const port = await findFreePort();
    // One browser for all runs: Lighthouse opens a new page for each and empties the cache before.
    await using browser = await openBrowser([`--remote-debugging-port=${port}`]);
    const listed = (await fetchSitemapPaths(product.url)).slice(0, fullOrTrialAmount(Infinity));
    const paths = pages.length > 0 ? listed.filter((path) => pages.includes(path)) : listed;
    for (const [index, path] of paths.entries()) {
      const began = performance.now();
      await measure(report, { lighthouse, port, browser, origin: product.url, path });
      const seconds = Math.round((performance.now() - began) / 1000);
      report.say(`${path}: page ${index + 1} of ${paths.length}, ${seconds} s`);
    }
  },
};

interface Task {
  lighthouse: Lighthouse;
  port: number;
  browser: Browser;
  origin: string;
  path: string;
}

async function measure(report: BenchReport, task: Task): Promise<void> {
  const { browser, origin, path } = task;
  const bare = path === '/' ? '/home' : path;
  const parts = await partsOf(browser, origin + path);
  await using nginx = await startNginx([
    await fetchServedFile(origin, path, bare),
    ...(await Promise.all(parts.map((part) => fetchServedFile(origin, part)))),
  ]);
  const samples = await runInterleaved(rounds, {
    ours: () => runLighthouse(task, origin + path),
    nginx: () => runLighthouse(task, nginx.url + bare, ['performance']),
  });
  const middle = (who: string, name: string) =>
    median((samples[who] ?? []).map((sample) => sample[name] ?? Number.NaN));
  for (const name of ['accessibility', 'best-practices', 'seo'])
    report.figure({ name: `${path} ${name}`, value: middle('ours', name), unit: '', atLeast: 100 });
  const value = middle('ours', 'performance');
  report.figure({ name: `${path} performance`, value, unit: '', atLeast: 99 });
  report.ratio({
    name: `${path} largest paint`,
    ours: middle('ours', 'lcp'),
    peer: middle('nginx', 'lcp'),
    unit: 'ms',
    atMost: 1.1,
  });
  report.figure({ name: `${path} layout shift`, value: middle('ours', 'cls'), unit: '', atMost: 0 });
  report.figure({ name: `${path} blocking`, value: middle('ours', 'tbt'), unit: 'ms', atMost: 0 });
}

/** The paths that a page fetches automatically. */
async function partsOf(browser: Browser, url: string): Promise<string[]> {
  // The pixel ratio of Lighthouse's phone, so that the same picture sizes are chosen.
  await using context = await browser.newContext({ ...phoneContextOptions, deviceScaleFactor: 1.75 });
  const page = await context.newPage();
  const paths = new Set<string>();
  page.on('request', (request) => {
    const asked = new URL(request.url());
    if (asked.origin === new URL(url).origin && request.url() !== url) paths.add(asked.pathname);
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  return [...paths];
}

const maxAttempts = 3;

/** Repeats a run without figures, as when the browser painted nothing in time. */
async function runLighthouse(
  task: Task,
  url: string,
  onlyCategories?: string[],
): Promise<Record<string, number>> {
  for (let attempt = 1; ; attempt += 1) {
    const figures = await runOnce(task, url, onlyCategories);
    if (attempt === maxAttempts || Object.values(figures).every(Number.isFinite)) return figures;
  }
}

/** Scores from 0 to 100, times in milliseconds. For the peer only times are measured, which halves a run. */
async function runOnce(
  { lighthouse, port }: Task,
  url: string,
  onlyCategories?: string[],
): Promise<Record<string, number>> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'silent',
    output: 'json',
    disableFullPageScreenshot: true,
    ...(onlyCategories ? { onlyCategories } : {}),
  });
  if (!result) throw new Error(`Lighthouse has no result for ${url}`);
  const { categories, audits } = result.lhr;
  const scores = Object.entries(categories).map(([name, { score }]): [string, number] => [
    name,
    (score ?? Number.NaN) * 100,
  ]);
  const time = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  return {
    ...Object.fromEntries(scores),
    lcp: time('largest-contentful-paint'),
    cls: time('cumulative-layout-shift'),
    tbt: time('total-blocking-time'),
  };
}
