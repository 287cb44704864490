import type { Page } from '@playwright/test';
import { expect } from '../product/fixture.ts';
import type { State } from './combinations.ts';
import { loadingLines, press, pressForDialog, see, showing } from './state-steps.ts';

/** Opens a record of the sample content out of its list. */
async function edit(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('link', { name: `Edit ${title}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Edit/ })).toBeVisible();
  await expect(loadingLines(page)).toHaveCount(0);
}

const service = 'Accessibility Audit';
const app = 'Ringcheck';
const pitch = (page: Page) => page.getByLabel('Short pitch');

/** What stands beside the list of services: one of them in the editor, and what can come between. */
export const serviceStates: State[] = [
  { name: 'editor', open: (page, path) => edit(page, path, service) },
  {
    name: 'saved elsewhere',
    async open(page, path) {
      // as if the row had moved on since it was read: nothing is written
      await page.route(
        /\/rest\/v1\/services\?.*id=eq\./,
        async (route) => {
          const response = await route.fetch();
          const body = (await response.text()).replace(/"updated_at":"\d{4}/, '"updated_at":"2020');
          await route.fulfill({ response, body });
        },
        { times: 1 },
      );
      await edit(page, path, service);
      await pitch(page).fill('My words');
      await press(page, 'Save changes');
      await see(page, 'Someone else saved changes to this service');
    },
  },
  {
    name: 'unsaved work',
    async open(page, path) {
      await edit(page, path, service);
      await pitch(page).fill('My words');
      await page.locator('main nav a').first().click();
      await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
    },
  },
];

/** A new record that cannot be saved yet. */
export const problems = showing('things to fix', /things? to fix:/, { presses: [/^Create/] });

async function editScreenshots(page: Page, path: string, button: RegExp): Promise<void> {
  await edit(page, path, app);
  const panel = page.getByRole('region', { name: 'Screenshots' });
  await expect(panel.getByRole('listitem').first()).toBeVisible();
  await pressForDialog(panel, button);
}

/** An app in the editor, and the dialogs of its screenshots. */
export const appStates: State[] = [
  {
    name: 'editor',
    async open(page, path) {
      await edit(page, path, app);
      await expect(
        page.getByRole('region', { name: 'Screenshots' }).getByRole('listitem').first(),
      ).toBeVisible();
    },
  },
  {
    name: 'screenshots chosen',
    async open(page, path) {
      await editScreenshots(page, path, /^Add/);
      const files = ['site/public/samples/ringcheck-ticket.webp', 'package.json'];
      await page.locator('dialog[open] input[type=file]').setInputFiles(files);
      await press(page, 'Add image');
      await expect(page.getByRole('textbox', { name: /^Description for ringcheck/ })).toBeFocused();
    },
  },
  {
    name: 'screenshot edited',
    open: (page, path) => editScreenshots(page, path, /^Edit/),
  },
  {
    name: 'screenshot deleted',
    open: (page, path) => editScreenshots(page, path, /^Delete/),
  },
];

/** A post in the editor, with what its page will show. */
export const postEditor: State = {
  name: 'editor',
  async open(page, path) {
    await edit(page, path, 'The 10-minute');
    await see(page, /\d+ min read/);
  },
};

export const noSuchRecord = showing('not found', 'no longer exists.');
