import type { Locator, Page } from '@playwright/test';
import { expect, seedLocalStorage } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';
import type { Product } from '../product/product.ts';
import { storedSession } from '../product/staff.ts';
import { keepToast } from '../product/toasts.ts';
import { auditedAccount, type AuditedAccount } from './audited-accounts.ts';
import { runSteps, type States, type Step } from './screen.ts';

type Role = Parameters<Page['getByRole']>[0];
type Name = string | RegExp;

export const visit = visitAt('');

/** `query` is appended to the path. */
export function visitAt(query: string): Step {
  return ({ page, path }) => page.goto(path + query);
}

/** Pages that are opened later have the session of this account. */
export function signInAs(name: AuditedAccount): Step {
  return async ({ page, product }) =>
    seedLocalStorage(page.context(), storedSession(product, await auditedAccount(product, name)));
}

/** Visits as an owner; the account that opens the other states is none. */
export function visitAsOwner(query = ''): Step {
  return (scene) => runSteps([signInAs('owner'), visitAt(query)], scene);
}

/** Changes rows of the product that serves the page. */
export function write(change: (product: Product) => PromiseLike<unknown>): Step {
  return ({ product }) => change(product);
}

/** Opens the page and moves the pointer, so that React hydrates it. */
export const visitHydrated: Step = ({ page, path }) => openHydrated(page, path);

/** Cuts the connection of requests to this address. */
function cut(address: Name): Step {
  return ({ page }) => page.route(address, (route) => route.abort());
}

/** Opens a screen whose reads fail; each is tried four times, at growing intervals. */
export function failReads(address: Name, open: Step): Step[] {
  const seeRetry: Step = ({ page }) =>
    expect(async () => {
      await page.clock.runFor(5_000);
      await expect(page.locator('main >> role=button[name=Retry]').first()).toBeVisible({ timeout: 500 });
    }).toPass();
  return [({ page }) => page.clock.install(), cut(address), open, seeRetry];
}

/** Requests to this address get no response. */
export function hold(address: Name): Step {
  return ({ page }) => page.route(address, () => {});
}

/** Presses the first element of this name. */
export function press(name: Name, role: Role = 'button'): Step {
  return ({ root }) => root.getByRole(role, { name }).first().click();
}

export function pressText(text: Name): Step {
  return ({ root }) => root.getByText(text).first().click();
}

export function pressElement(selector: string): Step {
  return ({ root }) => root.locator(selector).first().click();
}

export function pressKey(key: string): Step {
  return ({ page }) => page.keyboard.press(key);
}

export function fillIn(label: Name, value: string): Step {
  return ({ root }) => root.getByLabel(label).fill(value);
}

/** Adds files in the open dialog: one to describe, one that is refused. */
export const addFiles: Step = async ({ page }) => {
  const dialog = page.locator('dialog[open]');
  const files = ['site/public/samples/ringcheck-ticket.webp', 'package.json'];
  await dialog.locator('input[type=file]').setInputFiles(files);
  await dialog.getByRole('button', { name: 'Add image' }).click();
};

/** Puts all controls of the page into a state such as hover at once, which only Chromium can do. */
function force(...forcedPseudoClasses: string[]): Step {
  return async ({ page }) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('DOM.enable');
    await devtools.send('CSS.enable');
    const { root } = await devtools.send('DOM.getDocument');
    const selector = 'main :is(a, button, input, select, textarea)';
    const { nodeIds } = await devtools.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
    for (const nodeId of nodeIds)
      await devtools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses });
  };
}

/** All controls of an open screen under the pointer, and with the focus. */
export function forcedStates(open: readonly Step[]): States {
  return { hovered: [...open, force('hover')], focused: [...open, force('focus', 'focus-visible')] };
}

export function see(text: Name): Step {
  return ({ root }) => expect(root.getByText(text).first()).toBeVisible();
}

export function seeRole(role: Role, name?: Name): Step {
  return ({ root }) => expect(root.getByRole(role, name === undefined ? {} : { name }).first()).toBeVisible();
}

export function seeFocused(role: Role, name?: Name): Step {
  return ({ root }) => expect(root.getByRole(role, name === undefined ? {} : { name })).toBeFocused();
}

export function seeElement(selector: string): Step {
  return ({ root }) => expect(root.locator(selector).first()).toBeVisible();
}

export const seeDialog = seeElement('dialog[open]');
export const seeFieldError = seeElement('.field-error');

/** Runs steps in a part of the page, given by a selector within the present part, or found on the page. */
export function within(part: string | ((page: Page) => Locator), ...steps: Step[]): Step {
  return (scene) => {
    const root = typeof part === 'string' ? scene.root.locator(part).first() : part(scene.page);
    return runSteps(steps, { ...scene, root });
  };
}

export function inDialog(...steps: Step[]): Step {
  return within((page) => page.locator('dialog:modal').last(), ...steps);
}

/** Runs steps in the first card of a list. */
export function inCard(...steps: Step[]): Step {
  return within('article', ...steps);
}

/** A click may scroll, and no card should be half under the toolbar. */
export const scrollUp: Step = ({ page }) => page.evaluate(() => scrollTo(0, 0));

/** Keeps a toast open by giving it the focus. */
export const holdToast: Step = ({ page }) => keepToast(page);

/** Waits until everything that a screen loads has arrived, also where a line of text says that it loads. */
export const settled: Step = ({ page }) => {
  const lines = page.locator('main >> role=status').filter({ hasText: /(?:…|\.\.\.)\P{L}*$/u });
  return expect(page.locator('[aria-busy=true]').or(lines)).toHaveCount(0);
};

/** Waits until a screen of the dashboard is shown. */
export const arrived: readonly Step[] = [
  seeElement('h1'),
  seeElement('main :is(dl, article, h2, form)'),
  settled,
];

export const shown: readonly Step[] = [visit, ...arrived];

/** States of an open screen that press the first button of a name, and wait for the dialog that it opens. */
export function dialogStates(open: readonly Step[], ...names: RegExp[]): States {
  return Object.fromEntries(
    names.map((name) => [`dialog ${name.source}`, [...open, within('main', press(name)), seeDialog]]),
  );
}
