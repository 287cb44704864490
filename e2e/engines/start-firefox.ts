import { launch, type ElementHandle } from 'puppeteer-core';
import type { BrowserEngine } from './engine.ts';

/** Firefox over WebDriver BiDi, headless unless it is given a desktop. */
export async function startFirefox(
  executablePath: string,
  desktop?: NodeJS.ProcessEnv,
): Promise<BrowserEngine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: !desktop,
    ...(desktop && { env: desktop, defaultViewport: null, args: ['--kiosk'] }),
    // -1: the accessibility tree exists from the start
    extraPrefsFirefox: desktop ? { 'accessibility.force_disabled': -1 } : {},
  });
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error instanceof Error ? error.message : String(error)));
  async function find(expression: string) {
    const element = (await page.evaluateHandle(expression)).asElement() as ElementHandle<Element> | null;
    if (!element) throw new Error(`no element: ${expression}`);
    return element;
  }
  return {
    name: 'Firefox',
    version: (await browser.version()).replace(/^\D+/, ''),
    narrowest: 390,
    resize: (width, height) => page.setViewport({ width, height }),
    open: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
    evaluate: (expression) => page.evaluate(expression),
    click: async (expression) => (await find(expression)).click(),
    type: async (expression, text) => (await find(expression)).type(text),
    press: (key) => page.keyboard.press(key),
    screenshot: async (path) => void (await page.screenshot({ path: path as `${string}.png` })),
    errors: () => errors,
    close: () => browser.close(),
  };
}
