import type { Page } from '@playwright/test';
import { expect } from '../product/fixture.ts';
import type { State } from './combinations.ts';

const reports = [
  {
    id: '60000000-0000-4000-8000-000000000001',
    created_at: '2026-11-20T17:00:00Z',
    message: `The menu closes before I can choose a link.\n${'unbroken'.repeat(30)}`,
    page: '/services',
    name: 'Zoë Hart',
    reply_to: 'zoe@hart.example',
    response: null,
    responded_at: null,
    acknowledged_at: null,
  },
  {
    id: '60000000-0000-4000-8000-000000000002',
    created_at: '2026-11-12T17:00:00Z',
    message: 'The captions are late.',
    page: null,
    name: null,
    reply_to: null,
    response: 'Fixed: they come in time now.',
    responded_at: '2026-11-14T17:00:00Z',
    acknowledged_at: '2026-11-12T18:00:00Z',
  },
];

async function openWith(page: Page, path: string, json: readonly object[]): Promise<void> {
  await page.route('**/rpc/my_roles', (route) => route.fulfill({ json: ['owner'] }));
  await page.route(/\/rest\/v1\/accessibility_feedback\?/, (route) =>
    route.request().method() === 'HEAD' ? route.continue() : route.fulfill({ json }),
  );
  await page.goto(path);
}

async function openFull(page: Page, path: string): Promise<void> {
  await openWith(page, path, reports);
  await expect(page.getByText('The captions are late.')).toBeVisible();
}

export const feedbackStates: State[] = [
  { name: 'reports', open: openFull },
  {
    name: 'no report',
    async open(page, path) {
      await openWith(page, path, []);
      await expect(page.locator('main h1')).toBeVisible();
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    },
  },
  {
    name: 'a report being deleted',
    async open(page, path) {
      await openFull(page, path);
      await page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click();
      await expect(page.locator('dialog[open]')).toBeVisible();
    },
  },
];
