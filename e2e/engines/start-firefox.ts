import { launch, type ElementHandle } from 'puppeteer-core';
import { testingLibraryScript, type BrowserEngine } from './engine.ts';

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
    if (!(await page.evaluate('"TestingLibraryDom" in window'))) await page.evaluate(testingLibraryScript);
    const element = (await page.evaluateHandle(expression)).asElement() as ElementHandle<Element> | null;
    if (!element) throw new Error(`no element: ${expression}`);
    return element;
  }
  return {
    name: 'Firefox',
    version: (await browser.version()).replace(/^\D+/, ''),
    narrowest: 390,
    resize: (width, height) => page.setViewport({ width, height }),
    async open(url) {
      await page.goto(url, { waitUntil: 'load' });
    },
    evaluate: (expression) => page.evaluate(expression),
    async click(expression) {
      await (await find(expression)).click();
    },
    async type(expression, text) {
      await (await find(expression)).type(text);
    },
    press: (key) => page.keyboard.press(key),
    async screenshot(path) {
      await page.screenshot({ path: path as `${string}.png` });
    },
    errors: () => errors,
    close: () => browser.close(),
  };
}
