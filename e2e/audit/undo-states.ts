import type { Page } from '@playwright/test';
import { expect } from '../product/fixture.ts';
import type { Screen, State } from './combinations.ts';
import { open, press, see, seeFieldError, showing } from './state-steps.ts';

const deleted = [
  {
    id: '50000000-0000-4000-8000-000000000001',
    kind: 'services',
    name: 'Review Generation & Reputation',
    slug: 'reviews',
    deletedAt: '2026-11-20T15:04:05Z',
    accountName: 'Maude Tremblay-Okoye',
  },
  {
    id: '50000000-0000-4000-8000-000000000002',
    kind: 'posts',
    name: 'A post with no author',
    slug: 'no-author',
    deletedAt: '2026-11-01T09:00:00Z',
    accountName: null,
  },
];

function trashWith(
  name: string,
  rows: readonly object[],
  text: string | null,
  presses: readonly RegExp[] = [],
): State {
  return showing(name, text, { responses: { 'deleted_content?': rows }, presses });
}

const versions = [
  {
    version: 2,
    saved_at: '2026-11-20T15:04:05Z',
    account_name: 'Maude Tremblay-Okoye',
    changed: ['short_pitch'],
  },
  { version: 1, saved_at: '2026-11-19T15:04:05Z', account_name: null, changed: [] },
];

async function openVersions(page: Page, path: string): Promise<void> {
  await open(page, path, {
    'content_versions?select=version': versions,
    'content_versions?select=record': { record: { short_pitch: 'Words that it had before.' } },
  });
  await page.getByRole('link', { name: 'Edit Accessibility Audit' }).click();
  await page.getByText('Versions', { exact: true }).click();
  await see(page, 'Changed: Short pitch');
}

export const versionStates: State[] = [
  { name: 'versions', open: openVersions },
  {
    name: 'version compared',
    async open(page, path) {
      await openVersions(page, path);
      await page
        .getByRole('button', { name: /^Compare/ })
        .last()
        .click();
      await expect(page.locator('dialog[open] dd ins').first()).toBeVisible();
    },
  },
];

const redirects = [
  {
    id: '50000000-0000-4000-8000-000000000003',
    from_path: '/our-services-since-1999-with-a-rather-long-address.html',
    target: 'https://other.example/a/long/path/of/another/site?with=a&query=of-its-own',
    status: 302,
    created_at: '2026-11-20T15:04:05Z',
  },
];
const missed = [
  { id: '/old-page', visits: 1204, last_at: '2026-11-20T15:04:05Z' },
  { id: '/blog/2019/05/a-long-address-of-a-post-that-is-gone', visits: 1, last_at: '2026-11-01T09:00:00Z' },
];

function redirectsWith(name: string, made: readonly object[], paths: readonly object[]): State {
  return {
    name,
    async open(page, path) {
      await open(page, path, { 'redirects?': made, 'missed_paths?': paths });
      await see(page.locator('main'), paths.length === 0 ? /^Nobody has missed a page\.$/ : /^\/old-page$/);
      await see(page, made.length === 0 ? 'No redirects yet.' : /^\/our-services/);
    },
  };
}

const listed = redirectsWith('shown', redirects, missed);

export const undoScreens: Screen[] = [
  {
    path: '/dashboard/trash',
    states: [
      trashWith('shown', deleted, 'A post with no author'),
      trashWith('empty', [], 'The trash is empty.'),
      trashWith('asked before it is gone for good', deleted, null, [/for good$/]),
    ],
  },
  {
    path: '/dashboard/redirects',
    states: [
      listed,
      redirectsWith('empty', [], []),
      {
        name: 'dialog with an error',
        async open(page, path) {
          await listed.open(page, path);
          await press(page, /^Redirect/);
          await press(page, 'Save redirect');
          await seeFieldError(page.locator('dialog[open]'));
        },
      },
    ],
  },
];
