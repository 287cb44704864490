import type { Browser } from '@playwright/test';
import { startProduct } from '../../e2e/product/product.ts';
import type { Bench } from './bench.ts';
import { openBrowser, phoneContextOptions } from './open-browser.ts';
import { fullOrTrialAmount, median } from './rounds.ts';

const rounds = fullOrTrialAmount(5);
/** Chromium's own "Slow 4G": 1.44 Mbit/s down, 562 ms round trip. */
const slow4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };

const taps = [
  { name: 'menu', path: '/', opener: 'button[commandfor=menu]', dialog: '#menu' },
  {
    name: 'proposal dialog',
    path: '/services/accessibility-audit',
    opener: 'button[commandfor=proposal]',
    dialog: '#proposal',
  },
];

export const bench: Bench = {
  title: 'from a tap to the frame that shows what it opens; first visit, slow 4G, no script there yet',
  needs: ['chromium'],
  async run(report) {
    await using product = await startProduct();
    await using browser = await openBrowser();
    for (const { name, path, opener, dialog } of taps) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1)
        times.push(await tap(browser, product.url + path, opener, dialog));
      report.figure({ name, value: median(times), unit: 'ms', atMost: 200 });
    }
  },
};

/** Milliseconds from pointer down to the frame after the one in which the dialog was open. */
async function tap(browser: Browser, url: string, opener: string, dialog: string): Promise<number> {
  const context = await browser.newContext(phoneContextOptions);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow4G);
  await page.goto(url, { waitUntil: 'load', timeout: 60_000 });
  await page.evaluate(
    ([selector]) => {
      const element = document.querySelector(selector ?? '');
      if (!element) throw new Error(`there is no ${selector}`);
      let down = 0;
      addEventListener('pointerdown', (event) => (down = event.timeStamp), true);
      new MutationObserver((_, observer) => {
        if (!element.hasAttribute('open')) return;
        observer.disconnect();
        // Callbacks of a frame run before it is painted, those of the next frame after.
        requestAnimationFrame(() =>
          requestAnimationFrame((time) =>
            document.documentElement.setAttribute('data-took', `${time - down}`),
          ),
        );
      }).observe(element, { attributes: true });
    },
    [dialog],
  );
  await page.locator(opener).first().tap();
  await page.waitForSelector('html[data-took]', { state: 'attached' });
  const took = Number(await page.locator('html').getAttribute('data-took'));
  await context.close();
  return took;
}
