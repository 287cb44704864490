import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findFreePort, startProduct } from '../../e2e/product/product.ts';
import { benchFolder } from './bench-folder.ts';
import type { Bench } from './bench.ts';
import { fetchSitemapPaths, openBrowser } from './open-browser.ts';
import type { BenchReport } from './report.ts';
import { fullOrTrialAmount, median } from './rounds.ts';

const rounds = fullOrTrialAmount(5);
const program = join(benchFolder, 'node_modules', 'lighthouse', 'core', 'index.js');

interface Result {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Result } | undefined>;

export const bench: Bench = {
  title: 'Lighthouse, mobile, every listed page, five times',
  needs: ['chromium', 'packages'],
  async run(report, pages) {
    const { default: lighthouse } = (await import(pathToFileURL(program).href)) as { default: Lighthouse };
    await using product = await startProduct();
    const port = await findFreePort();
    // One browser for all runs: Lighthouse opens a new page for each and empties the cache before.
    await using _browser = await openBrowser([`--remote-debugging-port=${port}`]);
    const listed = (await fetchSitemapPaths(product.url)).slice(0, fullOrTrialAmount(Infinity));
    const paths = pages.length > 0 ? listed.filter((path) => pages.includes(path)) : listed;
    for (const [index, path] of paths.entries()) {
      const began = performance.now();
      await measure(report, { lighthouse, port, origin: product.url, path });
      const seconds = Math.round((performance.now() - began) / 1000);
      report.say(`${path}: page ${index + 1} of ${paths.length}, ${seconds} s`);
    }
  },
};

interface Task {
  lighthouse: Lighthouse;
  port: number;
  origin: string;
  path: string;
}

async function measure(report: BenchReport, task: Task): Promise<void> {
  const { path } = task;
  const samples: Record<string, number>[] = [];
  for (let round = 0; round < rounds; round += 1) samples.push(await runLighthouse(task));
  const middle = (name: string) => median(samples.map((sample) => sample[name] ?? Number.NaN));
  for (const name of ['accessibility', 'best-practices', 'seo'])
    report.figure({ name: `${path} ${name}`, value: middle(name), unit: '', atLeast: 100 });
  report.figure({ name: `${path} performance`, value: middle('performance'), unit: '', atLeast: 99 });
  report.figure({ name: `${path} largest paint`, value: middle('lcp'), unit: 'ms', atMost: 1_500 });
  report.figure({ name: `${path} layout shift`, value: middle('cls'), unit: '', atMost: 0 });
  report.figure({ name: `${path} blocking`, value: middle('tbt'), unit: 'ms', atMost: 0 });
}

const maxAttempts = 3;

/** Repeats a run without figures, as when the browser painted nothing in time. */
async function runLighthouse(task: Task): Promise<Record<string, number>> {
  for (let attempt = 1; ; attempt += 1) {
    const figures = await runOnce(task);
    if (attempt === maxAttempts || Object.values(figures).every(Number.isFinite)) return figures;
  }
}

/** Scores from 0 to 100, times in milliseconds. */
async function runOnce({ lighthouse, port, origin, path }: Task): Promise<Record<string, number>> {
  const url = origin + path;
  const flags = { port, logLevel: 'silent', output: 'json', disableFullPageScreenshot: true };
  const result = await lighthouse(url, flags);
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
