import type { Request } from '@playwright/test';
import { expect } from '../product/fixture.ts';
import { rareState, type States, type Step } from './screen.ts';
import * as step from './state-steps.ts';

const suspect = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Zoë Hart',
  email: 'zoe@hart.example',
  message: `First line\n${'unbroken'.repeat(30)}`,
  created_at: '2026-11-20T17:00:00Z',
  score_reasons: ['a link in the name', 'too many messages in a short time'],
};
const suspects = [suspect, { ...suspect, id: '00000000-0000-4000-8000-000000000002', message: null }];

const sent = {
  id: suspect.id,
  lead_id: '1ead0000-0000-4000-8000-000000000001',
  message: 'Thursday works.',
  sender_type: 'admin',
  created_at: suspect.created_at,
  author_id: null,
  delivery_state: 'sent',
  delivery_problem: null,
};
const failed = { delivery_state: 'failed', delivery_problem: 'The mail server refused this message (550).' };
const replies = [sent, { ...sent, ...failed, id: '00000000-0000-4000-8000-000000000002' }];

const hours = { id: suspect.id, name: 'Opening hours', body: 'Hi {{first name}}, we are open from 9 to 5.' };
const view = { id: suspect.id, name: 'Only new', query: 'status=new', is_shared: true };

const erased = {
  name: 'Erased',
  email: '',
  company: null,
  phone: null,
  message: null,
  erased_at: '2026-11-20T17:00:00Z',
};

const startReply: Step = ({ root }) => root.getByPlaceholder('Type your reply here...').first().click();

function openCanned(rows: object[]): Step[] {
  const responses = rows.length > 0 ? { 'canned_replies?': rows } : {};
  return [step.visitWith(responses), startReply, step.press(/^Canned replies/)];
}

/** States of the inbox that the sample leads do not cause. */
export const inboxStates: States = {
  'thread open': [
    step.visitAt('?status=contacted'),
    ...step.arrived,
    step.press(/^Conversation Thread/),
    step.seeElement('button[aria-expanded=true]:has-text("Conversation Thread")'),
  ],
  'replies sent and failed': [
    step.visitWith({ 'lead_messages?': replies }),
    step.within((page) => page.getByRole('article', { name: 'Noor Haddad' }), step.press(/^Conv/)),
    step.seeRole('button', /^Retry this reply/),
    step.scrollUp,
  ],
  'toast up': [
    ...step.shown,
    ({ page }) => page.route(/\/rest\/v1\/leads\?id=/, (route) => route.abort()),
    ({ page }) => page.locator('article select[name=status]').first().selectOption('not_interested'),
    step.holdToast,
  ],
  'export under way': [
    ...step.shown,
    step.hold(/\/rest\/v1\/leads\?select=id/),
    step.press('Export CSV'),
    step.seeRole('progressbar', 'Export'),
  ],
  'nothing found': [step.visitAt('?search=zzzz'), step.see('No messages match your filters.')],
  'suspects open': rareState(
    step.visitWith({ 'quarantined_leads?': suspects }),
    step.pressText('2 possible spam messages'),
    step.see('Why: a link in the name'),
    step.seeRole('article'),
  ),
  'reply being written': rareState(
    step.visit,
    ({ page }) => page.getByPlaceholder('Type your reply here...').first().fill('Thursday works.'),
    step.see('Sending changes the status to Contacted'),
  ),
  'canned replies': [...openCanned([hours]), step.seeRole('button', 'Edit Opening hours')],
  'canned reply being written': [
    ...openCanned([]),
    step.press('New canned reply'),
    step.inDialog(step.press('Save')),
    step.see('Enter a name'),
  ],
  'deletion of a canned reply asked': [
    ...openCanned([hours]),
    step.press('Edit Opening hours'),
    step.press('Delete'),
    step.seeRole('dialog', 'Delete Opening hours?'),
  ],
  'a person erased': [
    step.change(/\/rest\/v1\/leads\?/, (row, n) => (n === 0 ? { ...row, ...erased } : row)),
    step.visit,
    step.see("This person's data was permanently deleted"),
  ],
  'list options': [
    step.visitWith({
      'saved_views?': (request: Request) => [{ ...view, account_id: step.senderAccountId(request) }],
    }),
    step.press('List options'),
    step.seeRole('button', 'Rename Only new'),
  ],
  'leads selected': [
    step.visit,
    step.seeRole('article'),
    step.press('Select leads'),
    step.press(/^Select /, 'checkbox'),
    step.press('Apply'),
    ({ page }) => expect(page.getByText('Choose a status or an assignee first.').last()).toBeVisible(),
  ],
  'keys listed': [
    step.visit,
    step.press('List options'),
    step.press('Keyboard shortcuts'),
    step.seeRole('switch', 'Single-key shortcuts'),
  ],
  'not live': rareState(
    ({ page }) =>
      page.routeWebSocket(/\/realtime\/v1\/websocket/, (socket) => void socket.close({ code: 1011 })),
    step.visit,
    step.see('Live updates paused'),
    step.seeRole('article'),
  ),
  'as a viewer': rareState(
    step.visitWith({ 'rpc/my_roles': ['viewer'] }),
    step.see("Your role can't view leads."),
  ),
};
