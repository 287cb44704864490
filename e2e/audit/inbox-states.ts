import { expect } from '../product/fixture.ts';
import type { State } from './combinations.ts';
import { personStates } from './person-states.ts';
import { workStates } from './work-states.ts';

const suspect = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Zoë Hart',
  email: 'zoe@hart.example',
  message: `First line\n${'unbroken'.repeat(30)}`,
  created_at: '2026-11-20T17:00:00Z',
  score_reasons: ['a link in the name', 'too many messages in a short time'],
};

/** The inbox in states that the sample leads do not bring about. */
export const inboxStates: State[] = [
  {
    name: 'suspects open',
    async open(page, path) {
      const other = { ...suspect, id: '00000000-0000-4000-8000-000000000002', message: null };
      await page.route(/\/rest\/v1\/quarantined_leads\?/, (route) =>
        route.fulfill({ json: [suspect, other] }),
      );
      await page.goto(path);
      await page.getByText('2 possible spam messages').click();
      await expect(page.getByText('Why: a link in the name').first()).toBeVisible();
      await expect(page.getByRole('article').first()).toBeVisible();
    },
  },
  {
    name: 'reply being written',
    async open(page, path) {
      await page.goto(path);
      const box = page.getByPlaceholder('Type your reply here...').first();
      await box.fill('Thursday works.');
      await expect(page.getByText('Sending changes the status to Contacted').first()).toBeVisible();
    },
  },
  {
    name: 'canned replies',
    async open(page, path) {
      const json = [
        { id: suspect.id, name: 'Opening hours', body: 'Hi {{first name}}, we are open from 9 to 5.' },
      ];
      await page.route(/\/rest\/v1\/canned_replies\?/, (route) => route.fulfill({ json }));
      await page.goto(path);
      await page.getByPlaceholder('Type your reply here...').first().click();
      await page
        .getByRole('button', { name: /^Canned replies/ })
        .first()
        .click();
      await expect(page.getByRole('button', { name: 'Edit Opening hours' })).toBeVisible();
    },
  },
  {
    name: 'canned reply being written',
    async open(page, path) {
      await page.goto(path);
      await page.getByPlaceholder('Type your reply here...').first().click();
      await page
        .getByRole('button', { name: /^Canned replies/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'New canned reply' }).click();
      await page
        .getByRole('dialog', { name: 'New canned reply' })
        .getByRole('button', { name: 'Save' })
        .click();
      await expect(page.getByText('Give it a name and a text.')).toBeVisible();
    },
  },
  {
    name: 'deletion of a canned reply asked',
    async open(page, path) {
      const json = [{ id: suspect.id, name: 'Opening hours', body: 'We are open from 9 to 5.' }];
      await page.route(/\/rest\/v1\/canned_replies\?/, (route) => route.fulfill({ json }));
      await page.goto(path);
      await page.getByPlaceholder('Type your reply here...').first().click();
      await page
        .getByRole('button', { name: /^Canned replies/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Edit Opening hours' }).click();
      await page.getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByRole('dialog', { name: 'Delete Opening hours?' })).toBeVisible();
    },
  },
  {
    name: 'a person erased',
    async open(page, path) {
      await page.route(/\/rest\/v1\/leads\?/, async (route) => {
        const response = await route.fetch();
        const rows: unknown = await response.json();
        if (!Array.isArray(rows)) return route.fulfill({ response });
        const gone = { name: 'Erased', email: '', company: null, phone: null, message: null };
        const [first, ...others] = rows as object[];
        const erased = { ...first, ...gone, erased_at: '2026-11-20T17:00:00Z' };
        return route.fulfill({ response, json: first ? [erased, ...others] : [] });
      });
      await page.goto(path);
      await expect(page.getByText('This person’s data was erased').first()).toBeVisible();
    },
  },
  {
    name: 'list options',
    async open(page, path) {
      const view = { id: suspect.id, name: 'Only new', query: 'status=new', is_shared: true };
      await page.route(/\/rest\/v1\/saved_views\?/, async (route) => {
        const token = route.request().headers()['authorization']?.split('.')[1] ?? '';
        const { sub } = JSON.parse(Buffer.from(token, 'base64url').toString()) as { sub: string };
        await route.fulfill({ json: [{ ...view, account_id: sub }] });
      });
      await page.goto(path);
      await page.getByRole('button', { name: 'List options' }).click();
      await expect(page.getByRole('button', { name: 'Rename Only new' })).toBeVisible();
    },
  },
  {
    name: 'leads selected',
    async open(page, path) {
      await page.goto(path);
      await expect(page.getByRole('article').first()).toBeVisible();
      await page.getByRole('button', { name: 'Select leads' }).click();
      await page
        .getByRole('checkbox', { name: /^Select / })
        .first()
        .check();
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect(page.getByText('Choose a status or who is responsible first.').last()).toBeVisible();
    },
  },
  {
    name: 'keys listed',
    async open(page, path) {
      await page.goto(path);
      await page.getByRole('button', { name: 'List options' }).click();
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
      await expect(page.getByRole('switch', { name: 'Single-key shortcuts' })).toBeVisible();
    },
  },
  {
    name: 'not live',
    ownPage: true,
    async open(page, path) {
      await page.routeWebSocket(/\/realtime\/v1\/websocket/, (socket) => void socket.close({ code: 1011 }));
      await page.goto(path);
      await expect(page.getByText('Live updates paused')).toBeVisible();
      await expect(page.getByRole('article').first()).toBeVisible();
    },
  },
  {
    name: 'as a viewer',
    async open(page, path) {
      await page.route(/\/rpc\/my_roles/, (route) => route.fulfill({ json: ['viewer'] }));
      await page.goto(path);
      await expect(page.getByText("Your role can't view leads.")).toBeVisible();
    },
  },
  ...workStates,
  ...personStates,
];
