import type { Page } from '@playwright/test';
import { expect } from '../product/fixture.ts';
import type { State } from './combinations.ts';
import { personStates } from './person-states.ts';
import { changeRows, open, press, see, showing, type Responses } from './state-steps.ts';
import { workStates } from './work-states.ts';

const suspect = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Zoë Hart',
  email: 'zoe@hart.example',
  message: `First line\n${'unbroken'.repeat(30)}`,
  created_at: '2026-11-20T17:00:00Z',
  score_reasons: ['a link in the name', 'too many messages in a short time'],
};

const other = { ...suspect, id: '00000000-0000-4000-8000-000000000002', message: null };
const hours = { id: suspect.id, name: 'Opening hours', body: 'Hi {{first name}}, we are open from 9 to 5.' };

async function openCanned(page: Page, path: string, responses: Responses = {}): Promise<void> {
  await open(page, path, responses);
  await page.getByPlaceholder('Type your reply here...').first().click();
  await press(page, /^Canned replies/);
}

/** The inbox in states that the sample leads do not bring about. */
export const inboxStates: State[] = [
  {
    name: 'suspects open',
    async open(page, path) {
      await open(page, path, { 'quarantined_leads?': [suspect, other] });
      await page.getByText('2 possible spam messages').click();
      await see(page, 'Why: a link in the name');
      await expect(page.getByRole('article').first()).toBeVisible();
    },
  },
  {
    name: 'reply being written',
    async open(page, path) {
      await open(page, path);
      await page.getByPlaceholder('Type your reply here...').first().fill('Thursday works.');
      await see(page, 'Sending changes the status to Contacted');
    },
  },
  {
    name: 'canned replies',
    async open(page, path) {
      await openCanned(page, path, { 'canned_replies?': [hours] });
      await expect(page.getByRole('button', { name: 'Edit Opening hours' })).toBeVisible();
    },
  },
  {
    name: 'canned reply being written',
    async open(page, path) {
      await openCanned(page, path);
      await press(page, 'New canned reply');
      await press(page.getByRole('dialog', { name: 'New canned reply' }), 'Save');
      await see(page, 'Give it a name and a text.');
    },
  },
  {
    name: 'deletion of a canned reply asked',
    async open(page, path) {
      await openCanned(page, path, { 'canned_replies?': [hours] });
      await press(page, 'Edit Opening hours');
      await press(page, 'Delete');
      await expect(page.getByRole('dialog', { name: 'Delete Opening hours?' })).toBeVisible();
    },
  },
  {
    name: 'a person erased',
    async open(page, path) {
      const gone = { name: 'Erased', email: '', company: null, phone: null, message: null };
      const erased = { ...gone, erased_at: '2026-11-20T17:00:00Z' };
      await changeRows(page, /\/rest\/v1\/leads\?/, (row, n) => (n === 0 ? { ...row, ...erased } : row));
      await open(page, path);
      await see(page, 'This person’s data was erased');
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
      await open(page, path);
      await press(page, 'List options');
      await expect(page.getByRole('button', { name: 'Rename Only new' })).toBeVisible();
    },
  },
  {
    name: 'leads selected',
    async open(page, path) {
      await open(page, path);
      await expect(page.getByRole('article').first()).toBeVisible();
      await press(page, 'Select leads');
      await page
        .getByRole('checkbox', { name: /^Select / })
        .first()
        .check();
      await press(page, 'Apply');
      await expect(page.getByText('Choose a status or who is responsible first.').last()).toBeVisible();
    },
  },
  {
    name: 'keys listed',
    async open(page, path) {
      await open(page, path);
      await press(page, 'List options');
      await press(page, 'Keyboard shortcuts');
      await expect(page.getByRole('switch', { name: 'Single-key shortcuts' })).toBeVisible();
    },
  },
  {
    name: 'not live',
    ownPage: true,
    async open(page, path) {
      await page.routeWebSocket(/\/realtime\/v1\/websocket/, (socket) => void socket.close({ code: 1011 }));
      await open(page, path);
      await see(page, 'Live updates paused');
      await expect(page.getByRole('article').first()).toBeVisible();
    },
  },
  showing('as a viewer', "Your role can't view leads.", { responses: { 'rpc/my_roles': ['viewer'] } }),
  ...workStates,
  ...personStates,
];
