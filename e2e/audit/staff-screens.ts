import type { Page } from '@playwright/test';
import { contentTables } from '../../site/app/content/content-types.ts';
import { expect } from '../product/fixture.ts';
import { keepToast } from '../product/toasts.ts';
import type { Screen, State } from './combinations.ts';
import { appStates, noSuchRecord, postEditor, problems, serviceStates } from './editor-states.ts';
import { codeStates, factorStates } from './factor-states.ts';
import { feedbackStates } from './feedback-states.ts';
import { healthStates } from './health-states.ts';
import { inboxStates } from './inbox-states.ts';
import { brokenScreen, failedNotices } from './frame-states.ts';
import { ownerAsked, switchAsked } from './question-states.ts';
import { delivered } from './mail-states.ts';
import { ownerScreens } from './owner-screens.ts';
import { loadingLines, press, pressForDialog, respond, see, showing } from './state-steps.ts';
import { factorRequired } from './team-states.ts';
import { undoScreens, versionStates } from './undo-states.ts';
import { closingAsked, uploading } from './upload-states.ts';
import { triageStates, workLists } from './work-states.ts';

/** What has come when a screen is there. */
async function arrived(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main :is(dl, article, h2, form)').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]').or(loadingLines(page))).toHaveCount(0);
}

const shown: State = {
  name: 'shown',
  async open(page, path) {
    await page.goto(path);
    await arrived(page);
  },
};

const collapsed: State = {
  name: 'sidebar collapsed',
  at: (width) => width >= 768,
  async open(page, path) {
    await shown.open(page, path);
    await page.keyboard.press('Control+b');
    const button = page.getByRole('banner').getByRole('button', { name: 'Sidebar' });
    await expect(button).toHaveAttribute('aria-expanded', 'false');
  },
};

const panel: State = {
  name: 'sidebar as a panel',
  at: (width) => width < 768,
  async open(page, path) {
    await shown.open(page, path);
    await page.keyboard.press('Control+b');
    await expect(page.getByRole('dialog', { name: 'Management' })).toBeVisible();
  },
};

/** The lists of the screens: what they are read by. */
const listed = [...contentTables, 'categories', 'media', 'app_media', 'leads', 'profiles'];
const lists = new RegExp(`/rest/v1/(${listed.join('|')})\\?`);

const loading: State = {
  name: 'loading',
  async open(page, path) {
    // never answered
    await page.route(lists, () => {});
    await page.goto(path);
    // the dashboard itself has loaded
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
    await expect(page.locator('main').getByText('Loading').first()).toBeAttached();
  },
};

const empty: State = {
  name: 'empty',
  async open(page, path) {
    await page.route(lists, (route) => route.fulfill({ json: [] }));
    await page.goto(path);
    await expect(
      page.locator('main').getByText(/No \W*(?:services|apps|posts|case|messages|categories|media)\b/),
    ).toBeVisible();
  },
};

const failed: State = {
  name: 'failed',
  ownPage: true,
  async open(page, path) {
    await page.clock.install();
    await page.route(lists, (route) => route.fulfill({ status: 500, json: { message: 'down' } }));
    await page.goto(path);
    // four tries, further and further apart
    await expect(async () => {
      await page.clock.runFor(5_000);
      await expect(page.locator('main').getByRole('button', { name: 'Retry' }).first()).toBeVisible({
        timeout: 500,
      });
    }).toPass();
  },
};

const waiting = showing('waiting for approval', 'Your account is waiting for approval by an owner.', {
  responses: { 'rpc/my_roles': [] },
});

/** The sample leads grow old, and a chart of nothing has no numbers. */
const leadsByDay = Array.from({ length: 30 }, (_, index) => ({
  day: new Date(Date.UTC(2026, 9, 22 + index)).toISOString().slice(0, 10),
  total: index % 4,
}));

const numbers: State = {
  name: 'numbers of a chart open',
  async open(page, path) {
    await respond(page, { 'rpc/leads_by_day': leadsByDay });
    await shown.open(page, path);
    await page.getByText('Show the numbers: Leads by day').click();
    await expect(page.getByRole('table').first()).toBeVisible();
  },
};

const thread: State = {
  name: 'thread open',
  async open(page, path) {
    await shown.open(page, `${path}?status=contacted`);
    const button = page.getByRole('button', { name: /^Conversation Thread/ }).first();
    await button.click();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
  },
};

const toast: State = {
  name: 'toast up',
  async open(page, path) {
    await shown.open(page, path);
    await page.route(/\/rest\/v1\/leads\?id=/, (route) => route.abort());
    await page
      .getByRole('combobox', { name: /^Status for/ })
      .first()
      .selectOption('not_interested');
    await keepToast(page);
  },
};

const exporting: State = {
  name: 'export under way',
  async open(page, path) {
    await shown.open(page, path);
    // never answered
    await page.route(/\/rest\/v1\/leads\?select=id/, () => {});
    await press(page, 'Export CSV');
    await expect(page.getByRole('progressbar', { name: 'Export' })).toBeVisible();
  },
};

const nothingFound = showing('nothing found', 'No messages match your filters.', { query: '?search=zzzz' });

/** Presses the first button of a name, and waits for the dialog that it opens. */
function dialogBy(name: RegExp): State {
  return {
    name: `dialog ${name.source}`,
    async open(page, path) {
      await shown.open(page, path);
      await pressForDialog(page.locator('main'), name);
    },
  };
}

const passwordErrors: State = {
  name: 'password form with an error',
  async open(page, path) {
    await shown.open(page, path);
    for (let time = 0; time < 2; time++) await press(page, 'Change password');
    await see(page, 'Enter your current password');
  },
};

const onScreen = [shown, collapsed, panel];
const onList = [...onScreen, loading, empty, failed];

/** Every screen of the dashboard, seen by staff. */
export const staffScreens: Screen[] = [
  {
    path: '/dashboard',
    states: [
      ...onScreen,
      numbers,
      workLists,
      loading,
      failed,
      waiting,
      factorRequired,
      failedNotices,
      ...healthStates,
      ...codeStates,
    ],
  },
  {
    path: '/dashboard/services',
    states: [...onList, dialogBy(/^Delete/), ...serviceStates, ...versionStates],
  },
  { path: '/dashboard/services/new', states: [shown, problems] },
  { path: '/dashboard/services/none', states: [noSuchRecord] },
  { path: '/dashboard/apps', states: [...onList, dialogBy(/^Delete/), ...appStates] },
  { path: '/dashboard/apps/new', states: [shown] },
  { path: '/dashboard/resources', states: [...onList, dialogBy(/^Delete/), postEditor] },
  { path: '/dashboard/resources/new', states: [shown, problems] },
  ...undoScreens,
  {
    path: '/dashboard/messages',
    states: [...onList, thread, delivered, toast, exporting, nothingFound, ...inboxStates],
  },
  { path: '/dashboard/messages/triage', states: triageStates },
  { path: '/dashboard/feedback', states: feedbackStates },
  { path: '/dashboard/case-studies', states: [...onList, dialogBy(/^Delete/)] },
  { path: '/dashboard/case-studies/new', states: [shown, problems] },
  {
    path: '/dashboard/categories',
    states: [...onList, brokenScreen, dialogBy(/^Add/), dialogBy(/^Edit/), dialogBy(/^Delete/)],
  },
  {
    path: '/dashboard/media',
    states: [...onList, uploading, closingAsked, dialogBy(/^Edit/), dialogBy(/^Delete/)],
  },
  { path: '/dashboard/settings', states: [...onScreen, loading, passwordErrors, ...factorStates] },
  { path: '/dashboard/settings?new-password', states: [shown] },
  ...ownerScreens,
  // signed in already
  { path: '/auth', states: [switchAsked, ownerAsked] },
];
