import { expect } from '../product/fixture.ts';
import { rareState, type States, type Step } from './screen.ts';
import * as step from './state-steps.ts';

const startReply: Step = ({ root }) => root.getByPlaceholder('Type your reply here...').first().click();

const openCanned = [step.visit, startReply, step.press(/^Canned replies/)];

/** States of the inbox that the sample leads do not cause. */
export const inboxStates: States = {
  'thread open': [
    step.visitAt('?status=contacted'),
    ...step.arrived,
    step.press(/^Conversation Thread/),
    step.seeElement('button[aria-expanded=true]:has-text("Conversation Thread")'),
  ],
  'replies sent and failed': [
    step.visitAt('?search=noor%40moosewick.example'),
    step.inCard(step.press(/^Conv/)),
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
    step.visit,
    step.pressText('2 possible spam messages'),
    step.see('Why: a link in the name'),
    step.seeRole('article'),
  ),
  'reply being written': rareState(
    step.visit,
    ({ page }) => page.getByPlaceholder('Type your reply here...').first().fill('Thursday works.'),
    step.see('Sending changes the status to Contacted'),
  ),
  'canned replies': [...openCanned, step.seeRole('button', 'Edit Opening hours')],
  'canned reply being written': [
    ...openCanned,
    step.press('New canned reply'),
    step.inDialog(step.press('Save')),
    step.see('Enter a name'),
  ],
  'deletion of a canned reply asked': [
    ...openCanned,
    step.press('Edit Opening hours'),
    step.press('Delete'),
    step.seeRole('dialog', 'Delete Opening hours?'),
  ],
  'a person erased': [step.visit, step.see("This person's data was permanently deleted")],
  'list options': [
    step.visitAsOwner(),
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
};

/** Where accounts need the approval of an owner: while sign-up is open, everyone may handle leads. */
export const viewerStates: States = {
  'as a viewer': rareState(step.signInAs('viewer'), step.visit, step.see("Your role can't view leads.")),
};
