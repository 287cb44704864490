import { writeFile } from 'node:fs/promises';
import { Builder, Capabilities, Key, type WebElement } from 'selenium-webdriver';
import { ServiceBuilder } from 'selenium-webdriver/safari.js';
import type { BrowserEngine } from './engine.ts';
import { startVirtualDisplay } from './spawn-disposable.ts';

const keys = { Tab: Key.TAB, Enter: Key.ENTER, Escape: Key.ESCAPE };

/** WebKitGTK (its MiniBrowser) over WebDriver, on its own virtual display because it has no headless mode. */
export async function startWebKit(driver: string, browser: string): Promise<BrowserEngine> {
  await using stack = new AsyncDisposableStack();
  const env = {
    ...process.env,
    DISPLAY: await startVirtualDisplay(stack),
    GDK_BACKEND: 'x11',
    // root cannot use the sandbox
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  } as Record<string, string>;
  // Safari's driver is started with the same arguments.
  const service = stack.adopt(new ServiceBuilder(driver).setEnvironment(env).build(), (one) => one.kill());
  const wanted = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
  });
  const builder = new Builder().usingServer(await service.start()).withCapabilities(wanted);
  const session = stack.adopt(await builder.build(), (one) => one.quit());
  async function find(expression: string): Promise<WebElement> {
    // the driver would not wait for smooth scrolling
    const element = await session.executeScript<WebElement | null>(`
      const element = ${expression};
      element?.scrollIntoView({ behavior: 'instant', block: 'center' });
      return element;`);
    if (!element) throw new Error(`no element: ${expression}`);
    return element;
  }
  const started = stack.move();
  return {
    name: 'WebKitGTK',
    version: (await session.getCapabilities()).getBrowserVersion() ?? '',
    narrowest: 450,
    resize: async (width, height) =>
      void (await session.manage().window().setRect({ x: 0, y: 0, width, height })),
    open: (url) => session.get(url),
    evaluate: (expression) => session.executeScript(`return ${expression}`),
    click: async (expression) => (await find(expression)).click(),
    type: async (expression, text) => (await find(expression)).sendKeys(text),
    press: (key) => session.actions().sendKeys(keys[key]).perform(),
    screenshot: async (path) => writeFile(path, await session.takeScreenshot(), 'base64'),
    errors: () => [],
    close: () => started.disposeAsync(),
  };
}
