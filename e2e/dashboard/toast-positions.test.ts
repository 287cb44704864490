import type { Page } from '@playwright/test';
import { sampleMatrix } from '@fairlead/backend/testing/target';
import { toasts } from '../product/toasts.ts';
import { expect, makeLead, openAs, test, uniqueLeadName } from '../product/staff.ts';
import type { Product } from '../product/product.ts';
import { openHydrated } from '../product/hydrated.ts';
import { fillByLabel, leadFormValues } from '../lead/lead-forms.ts';
import { makeOwner } from './team.ts';

const widths = sampleMatrix([390, 1440], [768, 1024]);

/** What the toasts cover of the focus, its label and messages, the next reply box and the control that was used. */
function coveredBy(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll('.toast')].map((each) => each.getBoundingClientRect());
    const focus = document.activeElement;
    const ids = ['aria-labelledby', 'aria-describedby', 'aria-errormessage'].flatMap(
      (name) => focus?.getAttribute(name)?.split(' ') ?? [],
    );
    const fields = [...document.querySelectorAll('article textarea')];
    const needed = [
      ...(focus === document.body || focus?.matches('main, dialog, [tabindex="-1"]') ? [] : [focus]),
      ...((focus as HTMLInputElement | null)?.labels ?? []),
      ...ids.map((id) => document.getElementById(id)),
      focus && fields.includes(focus) ? fields[fields.indexOf(focus) + 1] : null,
      document.querySelector('[data-test-used]'),
    ];
    return needed.flatMap((element) => {
      const box = element?.getBoundingClientRect();
      const isCovered =
        box &&
        box.width > 1 &&
        shown.some(
          (toast) =>
            box.left < toast.right &&
            box.right > toast.left &&
            box.top < toast.bottom &&
            box.bottom > toast.top,
        );
      return isCovered ? [element?.outerHTML.slice(0, 120) ?? ''] : [];
    });
  });
}

/** In the page: marks the control that was used last. */
function markUsedControl(): void {
  const mark = ({ target }: Event) => {
    const control = target instanceof Element ? target.closest('button, a, input, select, textarea') : null;
    if (!control || control.closest('.toaster')) return;
    document.querySelector('[data-test-used]')?.removeAttribute('data-test-used');
    control.setAttribute('data-test-used', '');
  };
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, mark, true);
}

interface Action {
  path: (name: string) => string;
  run: (page: Page, name: string) => Promise<unknown>;
}

const inbox = (name: string) => `/dashboard/messages?search=${encodeURIComponent(name)}`;
const firstBox = (page: Page) => page.getByPlaceholder('Type your reply here...').first();

const actions: Record<string, Action> = {
  reply: {
    path: inbox,
    async run(page) {
      await firstBox(page).fill('Thursday works.');
      await page.keyboard.press('Control+Enter');
    },
  },
  'reply and next': {
    path: inbox,
    async run(page) {
      await firstBox(page).fill('Thursday works.');
      await page.keyboard.press('Control+Shift+Enter');
    },
  },
  'reply that fails': {
    path: inbox,
    async run(page) {
      await page.route(/\/rest\/v1\/lead_messages/, (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      );
      await firstBox(page).fill('Thursday works.');
      await page.keyboard.press('Control+Enter');
    },
  },
  'status that is refused': {
    path: inbox,
    async run(page) {
      await page.route(/\/rest\/v1\/leads\?/, (route) =>
        route.request().method() === 'PATCH' ? route.abort() : route.continue(),
      );
      const status = page.getByRole('article').last().getByRole('combobox');
      await status.focus();
      await status.selectOption('qualified');
    },
  },
  'saved view': {
    path: inbox,
    async run(page, name) {
      await page.getByRole('button', { name: 'List options' }).click();
      await page.getByLabel('View name').fill(name.slice(-30));
      await page.keyboard.press('Enter');
    },
  },
  'added lead': {
    path: inbox,
    async run(page, name) {
      await page.getByRole('button', { name: 'Add a lead' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add a lead' });
      await dialog.getByLabel('Name').fill(name);
      await dialog.getByLabel('Email').fill(`${name.replaceAll(/\W/g, '')}@company.example`);
      await dialog.getByLabel('They asked us to contact them').selectOption('Yes, they asked');
      await dialog.locator('[type=submit]').click();
    },
  },
  profile: {
    path: () => '/dashboard/settings',
    run: (page) => page.getByRole('button', { name: 'Update Profile' }).click(),
  },
  'sign-out that fails': {
    path: () => '/dashboard/settings',
    async run(page) {
      await page.route(/\/auth\/v1\/logout/, (route) => route.abort());
      await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
    },
  },
  category: {
    path: () => '/dashboard/categories',
    async run(page, name) {
      await page.getByRole('button', { name: 'Add Category' }).click();
      await page.getByRole('dialog').getByLabel('Name').first().fill(name);
      await page.getByRole('dialog').locator('[type=submit]').click();
    },
  },
  'contact form with errors': {
    path: () => '/contact',
    run: (page) => page.locator('main form [type=submit]').first().click(),
  },
  'contact form that was sent': {
    path: () => '/contact',
    async run(page, name) {
      const form = page.locator('main form').first();
      await fillByLabel(form, { ...leadFormValues, Name: name });
      await form.locator('[type=submit]').click();
    },
  },
  'sign-in that fails': {
    path: () => '/auth',
    async run(page) {
      await page.getByLabel('Email').fill('nobody@roy.example');
      await page.getByLabel('Password', { exact: true }).fill('not the password');
      await page.keyboard.press('Enter');
    },
  },
};

/** One of each kind: text that is typed on, a control in a card, a form of a screen, a form with errors. */
const sampled = ['reply and next', 'status that is refused', 'profile', 'contact form with errors'];

async function makeLeads(product: Product, name: string): Promise<void> {
  for (const letter of 'DCBA') await makeLead(product, { name: `${name} ${letter}` });
}

for (const [label, { path, run }] of Object.entries(actions)) {
  const ending = sampled.includes(label) ? '' : ' @audit';
  test(`B-424 the toast of "${label}" covers nothing that is needed next${ending}`, async ({
    product,
    newContext,
  }) => {
    const isPublic = !path('').startsWith('/dashboard');
    const options = { viewport: { width: 390, height: 844 } };
    const owner = await makeOwner(product);
    for (const width of widths) {
      const page = isPublic
        ? await (
            await newContext({ baseURL: product.url, storageState: { cookies: [], origins: [] }, ...options })
          ).newPage()
        : await openAs(newContext, product, owner, options);
      await page.addInitScript(markUsedControl);
      const name = uniqueLeadName('Clear');
      await makeLeads(product, name);
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await openHydrated(page, path(name));
      await run(page, name);
      await expect(toasts(page).first()).toBeVisible();
      // it is placed again once the focus has moved; well before it disappears
      await expect.poll(() => coveredBy(page), { timeout: 4_000 }).toEqual([]);
      await expect(toasts(page).first()).toBeVisible();
      await page.context().close();
    }
  });
}

test('B-424 without scripts the toast has a place in the page, above the form', async ({
  product,
  newContext,
}) => {
  const context = await newContext({ baseURL: product.url, javaScriptEnabled: false });
  const page = await context.newPage();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/contact');
    await page.locator('main form [type=submit]').first().click();
    const toast = page.locator('main .toast');
    await expect(toast).toBeVisible();
    await expect(toast).toHaveCSS('position', 'static');
    const covers = await toast.evaluate((element) => {
      const box = element.getBoundingClientRect();
      return [...document.querySelectorAll('main form :is(input, textarea, label, button, .field-error)')]
        .filter((other) => !element.contains(other))
        .map((other) => other.getBoundingClientRect())
        .filter((other) => other.width > 1 && other.top < box.bottom && other.bottom > box.top).length;
    });
    expect(covers).toBe(0);
  }
});
