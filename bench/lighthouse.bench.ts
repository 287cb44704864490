import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startProduct } from '../e2e/product.ts';
import { findChromium } from '../run/find-chromium.mjs';
import { benchFolder } from './bench-folder.ts';
import type { Bench } from './bench.ts';
import { startNginx } from './nginx.ts';
import { listedPaths, openBrowser, phone } from './open-browser.ts';
import { readAsServed } from './read-as-served.ts';
import { interleave, median } from './rounds.ts';

const rounds = 5;
const start = promisify(execFile);
const program = join(benchFolder, 'node_modules', 'lighthouse', 'cli', 'index.js');

export const bench: Bench = {
  title: 'Lighthouse, mobile, every listed page; its largest paint against the same bytes from nginx',
  needs: ['chromium', 'nginx', 'packages'],
  async run(report) {
    const product = await startProduct();
    try {
      for (const path of await listedPaths(product.url)) {
        const bare = path === '/' ? '/home' : path;
        const parts = await partsOf(product.url + path);
        const nginx = await startNginx([
          await readAsServed(product.url, path, bare),
          ...(await Promise.all(parts.map((part) => readAsServed(product.url, part)))),
        ]);
        try {
          const samples = await interleave(rounds, {
            ours: () => look(product.url + path),
            nginx: () => look(nginx.url + bare),
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
        } finally {
          await nginx.stop();
        }
      }
    } finally {
      await product.stop();
    }
  },
};

/** Paths of everything that a page fetches by itself. */
async function partsOf(url: string): Promise<string[]> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage(phone);
    const paths = new Set<string>();
    page.on('request', (request) => {
      const asked = new URL(request.url());
      if (asked.origin === new URL(url).origin && request.url() !== url) paths.add(asked.pathname);
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    return [...paths];
  } finally {
    await browser.close();
  }
}

/** Scores from 0 to 100, times in milliseconds. */
async function look(url: string): Promise<Record<string, number>> {
  const { stdout } = await start(
    process.execPath,
    [program, url, '--quiet', '--output=json', '--chrome-flags=--headless=new --no-sandbox --disable-gpu'],
    { env: { ...process.env, CHROME_PATH: findChromium() ?? '' }, maxBuffer: 64_000_000 },
  );
  const { categories, audits } = JSON.parse(stdout) as {
    categories: Record<string, { score: number }>;
    audits: Record<string, { numericValue?: number }>;
  };
  const scores = Object.entries(categories).map(([name, { score }]): [string, number] => [name, score * 100]);
  const time = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  return {
    ...Object.fromEntries(scores),
    lcp: time('largest-contentful-paint'),
    cls: time('cumulative-layout-shift'),
    tbt: time('total-blocking-time'),
  };
}
