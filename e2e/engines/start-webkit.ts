import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { Builder, Capabilities, Key, type WebElement } from 'selenium-webdriver';
import { expect } from '../product/fixture.ts';
import { findFreePort } from '../product/product.ts';
import { testingLibraryScript, type BrowserEngine } from './engine.ts';

export interface WebKitPrograms {
  /** WebKitWebDriver */
  driver: string;
  /** MiniBrowser of WebKitGTK */
  browser: string;
  /** Xvfb: WebKitGTK has no headless mode */
  display: string;
}

/** WebKitGTK over WebDriver, on its own virtual display. */
export async function startWebKit(programs: WebKitPrograms): Promise<BrowserEngine> {
  const screen = `:${90 + (process.pid % 900)}`;
  const display = spawn(programs.display, [screen, '-screen', '0', '1600x1100x24'], { stdio: 'ignore' });
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const driver = spawn(programs.driver, [`--port=${port}`], {
    // root cannot use the sandbox
    env: {
      ...process.env,
      DISPLAY: screen,
      GDK_BACKEND: 'x11',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
    stdio: 'ignore',
  });
  async function stop(): Promise<void> {
    driver.kill();
    display.kill();
  }
  try {
    const isReady = () =>
      fetch(`${url}/status`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isReady, { message: 'WebKitWebDriver starts', timeout: 10_000 }).toBe(true);
    const wanted = new Capabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: programs.browser, args: ['--automation'] },
    });
    const session = await new Builder().usingServer(url).withCapabilities(wanted).build();
    async function find(expression: string): Promise<WebElement> {
      await session.executeScript(
        `if (!window.TestingLibraryDom) { ${testingLibraryScript}; window.TestingLibraryDom ??= TestingLibraryDom }`,
      );
      const element = await session.executeScript<WebElement | null>(`return ${expression}`);
      if (!element) throw new Error(`no element: ${expression}`);
      // the driver would not wait for smooth scrolling
      await session.executeScript(
        `arguments[0].scrollIntoView({ behavior: 'instant', block: 'center' })`,
        element,
      );
      return element;
    }
    return {
      name: 'WebKitGTK',
      version: (await session.getCapabilities()).getBrowserVersion() ?? '',
      narrowest: 450,
      async resize(width, height) {
        await session.manage().window().setRect({ x: 0, y: 0, width, height });
      },
      open: (url) => session.get(url),
      evaluate: (expression) => session.executeScript(`return ${expression}`),
      async click(expression) {
        await (await find(expression)).click();
      },
      async type(expression, text) {
        await (await find(expression)).sendKeys(text);
      },
      async press(key) {
        await session
          .actions()
          .sendKeys({ Tab: Key.TAB, Enter: Key.ENTER, Escape: Key.ESCAPE }[key])
          .perform();
      },
      async screenshot(path) {
        await writeFile(path, await session.takeScreenshot(), 'base64');
      },
      errors: () => [],
      async close() {
        await session.quit();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
