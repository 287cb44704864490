import { expect } from '../product/fixture.ts';
import type { State } from './combinations.ts';

/** Two files chosen to upload: one to describe, one that is refused. */
export const uploading: State = {
  name: 'pictures chosen',
  async open(page, path) {
    await page.goto(path);
    await page.locator('main').getByRole('button', { name: /^Add/ }).first().click();
    const files = ['site/public/samples/ringcheck-ticket.webp', 'package.json'];
    await page.locator('dialog[open] input[type=file]').setInputFiles(files);
    await page.getByRole('button', { name: 'Add image' }).click();
    await expect(page.getByText('Choose the service or app it belongs to')).toBeVisible();
  },
};

export const closingAsked: State = {
  name: 'asked before chosen pictures go',
  async open(page, path) {
    await uploading.open(page, path);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Close without saving?' })).toBeVisible();
  },
};
