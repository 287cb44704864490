import { launch, type ElementHandle } from 'puppeteer-core';
import { finder, type Engine } from './engine.ts';

/** Firefox over WebDriver BiDi, without a window. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const browser = await launch({ browser: 'firefox', executablePath, headless: true });
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error instanceof Error ? error.message : String(error)));
  async function find(expression: string) {
    if (!(await page.evaluate('"TestingLibraryDom" in window'))) await page.evaluate(finder);
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
