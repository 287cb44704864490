import type { Locator, Page } from '@playwright/test';
import { expect } from '../product/fixture.ts';
import type { State } from './combinations.ts';
import { asOwner, changeRows, open, press, respond, scrollUp, see, seeFieldError } from './state-steps.ts';

const colleague = { id: '00000000-0000-4000-8000-000000000003', name: 'Benedict Featherstonehaugh' };

const note = {
  id: '00000000-0000-4000-8000-000000000004',
  note: `Ask for the budget first.\n${'unbroken'.repeat(30)}`,
  author_id: colleague.id,
  mentions: [colleague.id],
  created_at: '2026-11-20T17:00:00Z',
  edited_at: '2026-11-20T18:00:00Z',
};

/** All that a card can say besides its badges. */
const everyMark = {
  waiting_minutes: 300,
  is_late: true,
  follow_up_on: '2026-11-25',
  is_due: false,
  notes: 1,
  is_unread: true,
  mentions_me: true,
};

interface Context {
  work: object[];
  optOuts: object[];
}

async function markAll(page: Page): Promise<void> {
  await page.route(/\/rest\/v1\/rpc\/lead_context/, async (route) => {
    const { ids } = route.request().postDataJSON() as { ids: string[] };
    const optOuts = ((await (await route.fetch()).json()) as Context).optOuts;
    await route.fulfill({ json: { work: ids.map((id) => ({ lead_id: id, ...everyMark })), optOuts } });
  });
  const bounced = { email_bounced_at: note.created_at };
  await changeRows(page, /\/rest\/v1\/leads\?/, (lead) => ({ ...lead, ...bounced }));
  await respond(page, { 'rpc/lead_colleagues': [colleague], 'lead_notes?': [note] });
}

/** The first card, with its notes, its fields and the box in which it is worked on. */
async function openMore(page: Page, path: string): Promise<Locator> {
  await open(page, path);
  const card = page.getByRole('article').first();
  await press(card, /^Conversation Thread/);
  await press(card, /^More/);
  return card;
}

/** The inbox with the work of a team. */
export const workStates: State[] = [
  {
    name: 'colleagues offered, a note being changed',
    async open(page, path) {
      await respond(page, asOwner);
      await markAll(page);
      await page.route(/\/rest\/v1\/lead_notes\?/, async (route) => {
        const me = JSON.parse(
          await page.evaluate(
            () => Object.values(localStorage).find((value) => value.includes('access_token')) ?? '{}',
          ),
        ) as { user?: { id: string } };
        await route.fulfill({ json: [{ ...note, author_id: me.user?.id }] });
      });
      const card = await openMore(page, path);
      await press(card, /^Edit your note of/);
      await expect(card.getByRole('textbox', { name: 'Change the internal note' })).toBeFocused();
      await card.getByRole('textbox', { name: /^Internal note about/ }).fill('Ask @');
      await expect(card.getByRole('listbox').getByRole('option', { name: colleague.name })).toBeVisible();
      await scrollUp(page);
    },
  },
  {
    name: 'a consultation being booked',
    async open(page, path) {
      await press(await openMore(page, path), /^Book a consultation with/);
      await expect(page.getByRole('dialog').getByLabel('Time')).toBeVisible();
    },
  },
  {
    name: 'no address, and a wrong one typed',
    async open(page, path) {
      await changeRows(page, /\/rest\/v1\/leads\?/, (lead) => ({ ...lead, email: null }));
      await page.route(/\/rest\/v1\/rpc\/add_lead_email/, (route) =>
        route.fulfill({ status: 400, json: { code: '23514', message: 'invalid' } }),
      );
      await open(page, path);
      const card = page.getByRole('article').first();
      await card.getByRole('textbox', { name: /^Add their email address/ }).fill('no address');
      await press(card, 'Add address');
      await seeFieldError(card);
      await scrollUp(page);
    },
  },
  {
    name: 'past the target',
    async open(page, path) {
      await markAll(page);
      await open(page, `${path}?needs=late`);
      await expect(page.getByRole('button', { name: 'Past target' })).toBeVisible();
      await expect(
        page.getByText('No messages match your filters.').or(page.getByRole('article').first()),
      ).toBeVisible();
    },
  },
  {
    name: 'note in a thread, more open',
    async open(page, path) {
      await markAll(page);
      await open(page, path);
      const card = page.getByRole('article').first();
      await see(card, 'Late. Waiting 5 business hours');
      await press(card, /^Conversation Thread/);
      await see(card, 'Ask for the budget first.');
      await card.getByPlaceholder('Type your reply here...').click();
      await see(card, 'Mail to this address came back.');
      await press(card, /^More/);
      await card.locator('summary', { hasText: 'Mention colleagues' }).click();
      await card.getByText('Add a call or visit').click();
      await press(card, 'Add to conversation');
      await see(card, 'Write down what was said.');
      await scrollUp(page);
    },
  },
];

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

async function openTriage(page: Page, path: string): Promise<void> {
  const nameless = { ...mail, id: '00000000-0000-4000-8000-000000000006', subject: '', from_name: '' };
  await open(page, path, { 'received_mails?': [mail, nameless] });
  await page.getByText('Quoted text and signature').first().click();
  await see(page, 'Does Thursday work?');
}

/** Received mail that belongs to no thread. */
export const triageStates: State[] = [
  { name: 'mails to sort', open: openTriage },
  {
    name: 'mail being joined',
    async open(page, path) {
      await openTriage(page, path);
      await press(page, /^Join to a lead/);
      await expect(page.getByRole('dialog').getByRole('searchbox')).toBeFocused();
    },
  },
];

/** The overview's lists of work, each of them. */
export const workLists: State = {
  name: 'every list of work',
  async open(page, path) {
    const counts = { late: 25, due: 1, mentions: 1, mine: 1, unassigned: 1040, mails: 3, late_mails: 1 };
    await open(page, path, { 'rpc/work_counts': [counts] });
    await expect(page.getByRole('link', { name: '25 past the target' })).toBeVisible();
  },
};
