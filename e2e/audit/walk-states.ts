import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import type { Screen, State } from './combinations.ts';

const widths = [1280, 390];

interface StateWalk {
  browser: Browser;
  options: BrowserContextOptions;
  /** before a page of it is opened; `name` is of screen and state */
  prepare: (context: BrowserContext, name: string) => Promise<void>;
  /** opens the state, and looks at it */
  visit: (page: Page, path: string, state: State, name: string) => Promise<void>;
  failed: (reason: string) => void;
}

/** Each state in a context of its own, at a width where it exists. */
export async function walkStates(walk: StateWalk, screens: readonly Screen[]): Promise<void> {
  for (const { path, states } of screens)
    for (const state of states) {
      const name = `${path}, ${state.name}`;
      const width = widths.find((one) => state.at?.(one) ?? true) ?? 1280;
      const context = await walk.browser.newContext({
        locale: 'en-CA',
        timezoneId: 'America/Toronto',
        viewport: { width, height: 800 },
        ...walk.options,
      });
      context.setDefaultTimeout(20_000);
      try {
        await walk.prepare(context, name);
        await walk.visit(await context.newPage(), path, state, name);
      } catch (error) {
        walk.failed(`${name}: ${(error as Error).message.split('\n')[0]}`);
      } finally {
        await context.close();
      }
      process.stdout.write('.');
    }
}
