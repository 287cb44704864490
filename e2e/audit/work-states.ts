import type { Request } from '@playwright/test';
import { expect } from '../product/fixture.ts';
import type { States, Step } from './screen.ts';
import * as step from './state-steps.ts';

const colleague = { id: '00000000-0000-4000-8000-000000000003', name: 'Benedict Featherstonehaugh' };

const note = {
  id: '00000000-0000-4000-8000-000000000004',
  note: `Ask for the budget first.\n${'unbroken'.repeat(30)}`,
  author_id: colleague.id,
  mentions: [colleague.id],
  created_at: '2026-11-20T17:00:00Z',
  edited_at: '2026-11-20T18:00:00Z',
};

/** All marks that a card can have in addition to its badges. */
const everyMark = {
  waiting_minutes: 300,
  is_late: true,
  follow_up_on: '2026-11-25',
  is_due: false,
  notes: 1,
  is_unread: true,
  mentions_me: true,
};

const markAll: Step[] = [
  ({ page }) =>
    page.route(/\/rest\/v1\/rpc\/lead_context/, async (route) => {
      const { ids } = route.request().postDataJSON() as { ids: string[] };
      const context = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...context, work: ids.map((id) => ({ lead_id: id, ...everyMark })) } });
    }),
  step.change(/\/rest\/v1\/leads\?/, (lead) => ({ ...lead, email_bounced_at: note.created_at })),
  step.fulfill({ 'rpc/lead_colleagues': [colleague], 'lead_notes?': [note] }),
];

/** Opens the first card, with its notes, its fields and its tools. */
const openCard = step.inCard(step.press(/^Conversation Thread/), step.press(/^More/));

/** The inbox with the work of a team. */
export const workStates: States = {
  'colleagues offered, a note being changed': [
    ...markAll,
    // only its author can change a note
    step.visitAsOwner({
      'lead_notes?': (request: Request) => [{ ...note, author_id: step.senderAccountId(request) }],
    }),
    openCard,
    step.inCard(
      step.press(/^Edit your note from/),
      step.seeFocused('textbox', 'Edit internal note'),
      ({ root }) => root.getByRole('textbox', { name: /^Internal note about/ }).fill('Ask @'),
      step.within('role=listbox', step.seeRole('option', colleague.name)),
    ),
    step.scrollUp,
  ],
  'a consultation being booked': [
    step.visit,
    openCard,
    step.inCard(step.press(/^Book a consultation with/)),
    step.inDialog(step.seeRole('combobox', 'Time')),
  ],
  'no address, and a wrong one typed': [
    step.change(/\/rest\/v1\/leads\?/, (lead) => ({ ...lead, email: null })),
    step.refuse(/\/rest\/v1\/rpc\/add_lead_email/, 400, { code: '23514', message: 'invalid' }),
    step.visit,
    step.inCard(
      ({ root }) => root.getByRole('textbox', { name: /^Add their email address/ }).fill('no address'),
      step.press('Add address'),
      step.seeFieldError,
    ),
    step.scrollUp,
  ],
  'past the target': [
    ...markAll,
    step.visitAt('?needs=late'),
    step.seeRole('button', 'Past target'),
    step.seeElement('article, :text("No messages match your filters.")'),
  ],
  'note in a thread, more open': [
    ...markAll,
    step.visit,
    step.inCard(
      step.see('Late. Waiting 5 business hours'),
      step.press(/^Conversation Thread/),
      step.see('Ask for the budget first.'),
      ({ root }) => root.getByPlaceholder('Type your reply here...').click(),
      step.see('Email to this address bounced.'),
      step.press(/^More/),
      step.pressText('Mention colleagues'),
      step.pressText('Log a call or visit'),
      step.press('Add to conversation'),
      step.see('Write down what was said'),
    ),
    step.scrollUp,
  ],
};

const requests = [
  {
    created_at: '2026-03-02T15:00:00Z',
    service_name: 'Audit',
    status: 'qualified',
    words: 'unbroken'.repeat(17),
  },
  { created_at: '2020-01-05T15:00:00Z', service_name: null, status: 'new', words: null },
].map((request, index) => ({ ...request, id: `00000000-0000-4000-8000-00000000000${index}` }));

function relatedLeads(request: Request): object[] {
  const { of_leads: leads } = request.postDataJSON() as { of_leads: string[] };
  return leads.flatMap((lead) => requests.map((one) => ({ lead_id: lead, total: 2, ...one })));
}

/** As if the first three leads of the list were from one person. */
const visitPerson: Step = async ({ page, path }) => {
  await expect(page.getByRole('article').nth(2)).toBeVisible();
  const cards = await page.getByRole('article').evaluateAll((articles) =>
    articles.slice(0, 3).map((article) => ({
      id: article.querySelector('h2')?.id.replace('lead-', ''),
      created_at: article.querySelector('time')?.dateTime,
    })),
  );
  await step.visitWith({ 'rpc/person_leads': cards }, `?person=${cards[0]?.id}`)({ page, path, root: page });
};

/** Other requests of a lead's person, on its card and as a list, and the form that adds a lead by hand. */
export const personStates: States = {
  'other requests of a person': [
    step.visitWith({ 'rpc/related_leads': relatedLeads }),
    step.inCard(
      step.press(/^Conversation Thread/),
      step.pressText(/^2 (earlier|other) leads$/),
      step.seeRole('link', 'Lead from Mar 2, 2026: Audit'),
    ),
    step.scrollUp,
  ],
  'all requests of a person': [
    step.visit,
    visitPerson,
    step.pressText(/^All messages in order/),
    step.seeElement('role=region[name=/^All leads from/] >> role=heading >> nth=1'),
  ],
  'lead being added': [
    step.visitWith({ 'rpc/known_requests': [{ ...requests[0], total: 3, name: 'Zoë Hart' }] }),
    step.press('Add a lead'),
    step.inDialog(
      step.fillIn('Phone', '604-555-0112'),
      ({ root }) => root.getByLabel('Name').focus(),
      step.press('Add anyway'),
      step.see('Enter a name of 2 to 100 characters'),
    ),
  ],
};

const mail = {
  id: '00000000-0000-4000-8000-000000000005',
  created_at: '2026-11-20T17:00:00Z',
  state: 'triage',
  reason: 'no-lead',
  lead_id: null,
  message_id: null,
  is_other_address: false,
  sender_check: 'unconfirmed',
  from_address: `${'unbroken'.repeat(8)}@roy.example`,
  from_name: 'Ana Roy',
  subject: 'Re: Your inquiry',
  body: 'Yes, Thursday works.\n\n-- \nAna Roy\n\nOn Mon, Nov 23, 2026, Fairlead wrote:\n> Does Thursday work?',
  folds: [2, 7],
  is_cut: true,
  size_bytes: 900,
  received_files: [
    { part: 0, name: 'plan.txt', media_type: 'text/plain', size_bytes: 26, refused: null },
    { part: 1, name: 'photo.exe', media_type: 'application/x-msdownload', size_bytes: 900, refused: 'kind' },
  ],
};
const nameless = { ...mail, id: '00000000-0000-4000-8000-000000000006', subject: '', from_name: '' };

const triage = [
  step.visitWith({ 'received_mails?': [mail, nameless] }),
  step.pressText('Quoted text and signature'),
  step.see('Does Thursday work?'),
];

/** Received mail that belongs to no thread. */
export const triageStates: States = {
  'mails to sort': triage,
  'mail being joined': [...triage, step.press(/^Add to a lead/), step.inDialog(step.seeFocused('searchbox'))],
};
