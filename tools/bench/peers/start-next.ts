import { spawn, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '../../../e2e/product/product.ts';
import { benchFolder } from '../bench-folder.ts';
import type { LoadTarget } from '../load.ts';
import { waitUntilUp } from './wait-until-up.ts';
import { openBrowser } from '../open-browser.ts';

const folder = join(benchFolder, 'next');
const program = join(benchFolder, 'node_modules', 'next', 'dist', 'bin', 'next');
const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' } as const;

/** A plain Next.js with the text and links of our services page: /kept is prerendered, /rendered is not. */
export async function buildNext(servicesUrl: string): Promise<void> {
  await writeFile(join(folder, 'content.json'), JSON.stringify(await readContent(servicesUrl)));
  const built = spawnSync(process.execPath, [program, 'build', folder], { env, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`next build failed:\n${built.stdout}${built.stderr}`);
}

/** Starts what `buildNext` built. */
export async function startNext(): Promise<LoadTarget & AsyncDisposable> {
  const port = await findFreePort();
  const child = spawn(process.execPath, [program, 'start', folder, '-p', String(port), '-H', '127.0.0.1'], {
    env,
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  await waitUntilUp(`${url}/kept`, child);
  return {
    url,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function readContent(url: string) {
  await using browser = await openBrowser();
  const page = await browser.newPage();
  await page.goto(url);
  return await page.evaluate(() => {
    const textsOf = (root: Element) =>
      [...root.querySelectorAll('p, li, span, time, dt, dd, a')]
        .filter((element) => element.childElementCount === 0)
        .map((element) => element.textContent ?? '')
        .filter((text) => text.trim() !== '');
    const linksOf = (root: ParentNode) =>
      [...root.querySelectorAll('a')].map((link) => ({
        href: link.getAttribute('href') ?? '/',
        text: link.textContent ?? '',
      }));
    return {
      title: document.querySelector('h1')?.textContent ?? '',
      links: [...linksOf(document.querySelector('header') ?? document)],
      tiles: [...document.querySelectorAll('main .tile')].map((tile) => ({
        name: tile.querySelector('h2')?.textContent ?? '',
        href: tile.querySelector('a')?.getAttribute('href') ?? '/',
        texts: textsOf(tile),
      })),
      footer: [...document.querySelectorAll('footer')].flatMap(textsOf),
    };
  });
}
