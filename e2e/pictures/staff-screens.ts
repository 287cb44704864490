import type { Page } from '@playwright/test';
import { healthReports } from '../audit/health-reports.ts';
import type { DrawnScreen } from './public-screens.ts';

const lists =
  /\/rest\/v1\/(services|apps|posts|case_studies|categories|media|app_media|leads|rpc\/leads_by_)/;

async function delayResponses(page: Page): Promise<void> {
  await page.route(lists, () => {});
}

async function respondEmpty(page: Page): Promise<void> {
  await page.route(lists, (route) => route.fulfill({ json: [] }));
}

async function refuse(page: Page): Promise<void> {
  await page.route(lists, (route) => route.fulfill({ status: 500, json: { message: 'down' } }));
}

async function waitForFailure(page: Page): Promise<void> {
  await page.locator('[data-problem]').first().waitFor();
}

async function waitForApproval(page: Page): Promise<void> {
  await page.route(/\/rpc\/my_roles/, (route) => route.fulfill({ json: [] }));
}

/** Presses what has this name, and waits for the dialog that it opens. */
function dialogBy(name: RegExp) {
  return async (page: Page): Promise<void> => {
    await page.locator('main').getByRole('button', { name }).first().click();
    await page.locator('dialog[open]').waitFor();
  };
}

/** The overview with its site health, as an owner sees it. */
function health(name: keyof typeof healthReports): Pick<DrawnScreen, 'as' | 'before' | 'act'> {
  return {
    as: 'owner',
    async before(page) {
      await page.route(/\/dashboard\/health$/, (route) => route.fulfill({ json: healthReports[name] }));
    },
    async act(page) {
      await page.getByRole('region', { name: 'Site health' }).locator('summary').click();
    },
  };
}

async function showNumbers(page: Page): Promise<void> {
  for (const summary of await page.locator('main details summary').all()) await summary.click();
}

async function changePassword(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change password' }).click();
}

async function addFactor(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('svg[shape-rendering=crispEdges]').waitFor();
}

async function choosePictures(page: Page): Promise<void> {
  await dialogBy(/^Add Media/)(page);
  const files = ['site/public/samples/ringcheck-ticket.webp', 'package.json'];
  await page.locator('dialog[open] input[type=file]').setInputFiles(files);
}

async function openThread(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /Conversation Thread/ })
    .nth(4)
    .click();
}

async function openService(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Edit Accessibility Audit' }).click();
  await page.getByRole('heading', { level: 1, name: 'Edit service' }).waitFor();
}

async function openPost(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Edit The 10-minute/ }).click();
  await page.locator('.prose').waitFor();
}

async function openApp(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Edit Ringcheck' }).click();
  await page.getByRole('heading', { level: 1, name: 'Edit app' }).waitFor();
}

async function breakService(page: Page): Promise<void> {
  await openService(page);
  await page.getByLabel('Web address').fill('Not An Address');
  await page.getByLabel('Price 1: amount').fill('much');
  await page.getByRole('button', { name: 'Save changes' }).click();
}

/** Every screen of the dashboard, in each state that looks different. */
export const staffScreens: readonly DrawnScreen[] = (
  [
    { name: 'dashboard', path: '/dashboard' },
    { name: 'dashboard-numbers', path: '/dashboard', act: showNumbers },
    { name: 'dashboard-empty', path: '/dashboard', before: respondEmpty },
    { name: 'dashboard-failed', path: '/dashboard', before: refuse, act: waitForFailure },
    { name: 'dashboard-waiting', path: '/dashboard', before: waitForApproval },
    { name: 'dashboard-health', path: '/dashboard', ...health('well') },
    { name: 'dashboard-health-problems', path: '/dashboard', ...health('all at once') },
    { name: 'dashboard-services', path: '/dashboard/services' },
    {
      name: 'dashboard-services-loading',
      path: '/dashboard/services',
      before: delayResponses,
      restless: true,
    },
    { name: 'dashboard-services-empty', path: '/dashboard/services', before: respondEmpty },
    { name: 'dashboard-services-failed', path: '/dashboard/services', before: refuse, act: waitForFailure },
    { name: 'dashboard-service', path: '/dashboard/services', act: openService },
    { name: 'dashboard-service-errors', path: '/dashboard/services', act: breakService },
    { name: 'dashboard-service-new', path: '/dashboard/services/new' },
    { name: 'dashboard-service-delete', path: '/dashboard/services', act: dialogBy(/^Delete/) },
    { name: 'dashboard-apps', path: '/dashboard/apps' },
    { name: 'dashboard-app', path: '/dashboard/apps', act: openApp },
    { name: 'dashboard-app-new', path: '/dashboard/apps/new' },
    { name: 'dashboard-resources', path: '/dashboard/resources' },
    { name: 'dashboard-post', path: '/dashboard/resources', act: openPost },
    { name: 'dashboard-messages', path: '/dashboard/messages' },
    {
      name: 'dashboard-messages-loading',
      path: '/dashboard/messages',
      before: delayResponses,
      restless: true,
    },
    { name: 'dashboard-messages-empty', path: '/dashboard/messages', before: respondEmpty },
    { name: 'dashboard-messages-failed', path: '/dashboard/messages', before: refuse, act: waitForFailure },
    { name: 'dashboard-thread', path: '/dashboard/messages', act: openThread },
    { name: 'dashboard-no-match', path: '/dashboard/messages?search=zzzz' },
    { name: 'dashboard-categories', path: '/dashboard/categories' },
    { name: 'dashboard-category', path: '/dashboard/categories', act: dialogBy(/^Edit/) },
    { name: 'dashboard-media', path: '/dashboard/media' },
    { name: 'dashboard-media-empty', path: '/dashboard/media', before: respondEmpty },
    { name: 'dashboard-media-add', path: '/dashboard/media', act: dialogBy(/^Add Media/) },
    { name: 'dashboard-media-chosen', path: '/dashboard/media', act: choosePictures },
    { name: 'dashboard-settings', path: '/dashboard/settings' },
    { name: 'dashboard-settings-password', path: '/dashboard/settings', act: changePassword },
    {
      name: 'dashboard-settings-factor',
      path: '/dashboard/settings',
      act: addFactor,
    },
    { name: 'dashboard-mail', path: '/dashboard/mail', as: 'owner' },
    { name: 'dashboard-agency', path: '/dashboard/agency', as: 'owner' },
    { name: 'dashboard-agency-refused', path: '/dashboard/agency' },
    { name: 'dashboard-team', path: '/dashboard/team', as: 'owner' },
    { name: 'dashboard-team-invite', path: '/dashboard/team', as: 'owner', act: dialogBy(/^Invite/) },
    { name: 'dashboard-team-refused', path: '/dashboard/team' },
  ] satisfies DrawnScreen[]
).map((screen) => ({ as: 'staff', ...screen }));
