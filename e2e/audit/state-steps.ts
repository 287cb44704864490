import type { Locator, Page, Response } from '@playwright/test';
import { expect } from '../product/fixture.ts';
import type { State } from './combinations.ts';

/** What stands in a screen in place of something that has not come yet. */
export function loadingLines(page: Page): Locator {
  return page
    .locator('main')
    .getByRole('status')
    .filter({ hasText: /(?:…|\.\.\.)\P{L}*$/u });
}

/** Everything that a screen waits for has come. */
export async function settled(page: Page): Promise<void> {
  const waiting = page.locator('main [aria-busy=true]').or(loadingLines(page));
  await expect(waiting).toHaveCount(0, { timeout: 15_000 });
}

/** JSON of the API by the beginning of its address after /rest/v1/, or of another one that begins with a slash; counts are the server's. */
export type Responses = Record<string, unknown>;

export const asOwner: Responses = { 'rpc/my_roles': ['owner'] };

export async function respond(page: Page, responses: Responses): Promise<void> {
  for (const [start, json] of Object.entries(responses))
    await page.route(
      (url) => url.href.includes(start.startsWith('/') ? start : `/rest/v1/${start}`),
      (route) => (route.request().method() === 'HEAD' ? route.continue() : route.fulfill({ json })),
    );
}

/** The server's own rows, changed. */
export async function changeRows(
  page: Page,
  address: RegExp,
  change: (row: object, index: number) => object,
): Promise<void> {
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const rows: unknown = await response.json();
    await route.fulfill({ response, ...(Array.isArray(rows) && { json: (rows as object[]).map(change) }) });
  });
}

export async function open(page: Page, path: string, responses: Responses = {}): Promise<Response | null> {
  await respond(page, responses);
  return page.goto(path);
}

/** The first button of a name. */
export async function press(root: Page | Locator, name: string | RegExp): Promise<void> {
  await root.getByRole('button', { name }).first().click();
}

export async function pressForDialog(root: Page | Locator, name: string | RegExp): Promise<void> {
  await press(root, name);
  await expect(('page' in root ? root.page() : root).locator('dialog[open]')).toBeVisible();
}

export async function see(root: Page | Locator, text: string | RegExp): Promise<void> {
  await expect(root.getByText(text).first()).toBeVisible();
}

export async function seeFieldError(root: Page | Locator): Promise<void> {
  await expect(root.locator('.field-error').first()).toBeVisible();
}

/** A click scrolls: no card is to stay half under the toolbar. */
export async function scrollUp(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
}

/** As it was served, before anybody touched it. */
export const served: State = { name: 'served', open: async (page, path) => void (await page.goto(path)) };

interface Shown {
  responses?: Responses;
  /** after the path */
  query?: string;
  /** buttons, one after the other; the last may open a dialog */
  presses?: readonly (string | RegExp)[];
}

/** A state that is there once the page shows a text, or an open dialog. */
export function showing(
  name: string,
  text: string | RegExp | null,
  { responses, query = '', presses = [] }: Shown = {},
): State {
  return {
    name,
    async open(page, path) {
      await open(page, path + query, responses);
      for (const button of presses) await press(page, button);
      if (text !== null) await see(page, text);
      else await expect(page.locator('dialog[open]')).toBeVisible();
    },
  };
}
