import { chromium, type BrowserContext, type BrowserContextOptions } from '@playwright/test';
import { browserLaunchOptions } from '../product/find-chromium.mjs';
import type { Product } from '../product/product.ts';
import { openScreens, type ScreenGroup } from './open-screens.ts';
import type { State } from './screen.ts';

/** For each state: on a busy machine, one may fail. */
const attempts = 3;

/** A screen in one of its states. */
export interface ScreenState {
  path: string;
  state: State;
}

/** Opens a browser context for one kind of account, closed after the visit. */
type OpenContext = (options?: BrowserContextOptions) => Promise<BrowserContext>;

interface Walk<T extends ScreenState> {
  product: Product;
  open?: typeof openScreens;
  /** states that are opened at the same time */
  lanes?: number;
  choose: (part: ScreenGroup) => T[];
  visit: (one: T, openContext: OpenContext, part: ScreenGroup, attempt: number) => Promise<void>;
}

/** Selects the states of screens at some paths, or of all without a path; for a part such as `2/6`, every sixth. */
export function selectStates(args: readonly string[]): (part: ScreenGroup) => ScreenState[] {
  const [shard, part, parts] = args.map((arg) => /^(\d+)\/(\d+)$/.exec(arg)).find(Boolean) ?? ['', '1', '1'];
  if (Number(part) < 1 || Number(part) > Number(parts)) throw new Error(`there is no part ${shard}`);
  const paths = args.filter((arg) => arg !== shard);
  let index = 0;
  return ({ screens }) =>
    screens
      .filter(({ path }) => paths.length === 0 || paths.includes(path))
      .flatMap(({ path, states }) => states.map((state) => ({ path, state })))
      .filter(() => index++ % Number(parts) === Number(part) - 1);
}

/** 1280 px wide, or 390 px if the state exists only there. */
export function viewportOf({ at }: State): { width: number; height: number } {
  return { width: (at?.(1280) ?? true) ? 1280 : 390, height: 800 };
}

/** Visits states of every part of a product; writes why some could not be visited, and returns how many. */
export async function walkScreens<T extends ScreenState>({
  product,
  open = openScreens,
  lanes = 2,
  choose,
  visit,
}: Walk<T>): Promise<number> {
  const { executablePath, args } = browserLaunchOptions();
  // Areas that are repainted in parts have other edges than those painted at once, which pictures would show.
  await using browser = await chromium.launch({
    executablePath,
    args: [...args, '--disable-partial-raster'],
  });
  const failures: string[] = [];

  async function visitOrReport(one: T, part: ScreenGroup, attempt = 1): Promise<void> {
    const name = `${one.path}, ${one.state.name}`;
    const common = { locale: 'en-CA', timezoneId: 'America/Toronto', ...part.options };
    try {
      await using contexts = new AsyncDisposableStack();
      const openContext = async (options: BrowserContextOptions = {}) => {
        const context = contexts.use(await browser.newContext({ ...common, ...options }));
        context.setDefaultTimeout(20_000);
        return context;
      };
      await visit(one, openContext, part, attempt);
      process.stdout.write(`${name}\n`);
    } catch (error) {
      if (attempt < attempts) return visitOrReport(one, part, attempt + 1);
      failures.push(`${name}: ${String(error).split('\n')[0]}`);
    }
  }

  for await (const part of open(product)) {
    const waiting = choose(part);
    async function work(): Promise<void> {
      for (let one = waiting.shift(); one; one = waiting.shift()) await visitOrReport(one, part);
    }
    await Promise.all(Array.from({ length: lanes }, work));
  }
  for (const failure of failures) process.stdout.write(`✘ ${failure}\n`);
  return failures.length;
}
