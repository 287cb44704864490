import type { Locator, Page } from '@playwright/test';
import { expect } from '../product/fixture.ts';
import type { State } from './combinations.ts';

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
  await page.route(/\/rest\/v1\/leads\?/, async (route) => {
    const response = await route.fetch();
    const leads = (await response.json()) as object[] | object;
    // One lead alone is no list.
    const marked = (lead: object): object => ({ ...lead, email_bounced_at: note.created_at });
    await route.fulfill({ response, json: Array.isArray(leads) ? leads.map(marked) : marked(leads) });
  });
  await page.route(/\/rest\/v1\/rpc\/lead_colleagues/, (route) => route.fulfill({ json: [colleague] }));
  await page.route(/\/rest\/v1\/lead_notes\?/, (route) => route.fulfill({ json: [note] }));
}

/** The first card, with its notes, its fields and the box in which it is worked on. */
async function openMore(page: Page, path: string): Promise<Locator> {
  await page.goto(path);
  const card = page.getByRole('article').first();
  await card.getByRole('button', { name: /^Conversation Thread/ }).click();
  await card.getByRole('button', { name: /^More/ }).click();
  return card;
}

/** The inbox with the work of a team. */
export const workStates: State[] = [
  {
    name: 'colleagues offered, a note being changed',
    async open(page, path) {
      await page.route(/\/rest\/v1\/rpc\/my_roles/, (route) => route.fulfill({ json: ['owner'] }));
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
      await card.getByRole('button', { name: /^Edit your note of/ }).click();
      await expect(card.getByRole('textbox', { name: 'Change the internal note' })).toBeFocused();
      await card.getByRole('textbox', { name: /^Internal note about/ }).fill('Ask @');
      await expect(card.getByRole('listbox').getByRole('option', { name: colleague.name })).toBeVisible();
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  {
    name: 'a consultation being booked',
    async open(page, path) {
      const card = await openMore(page, path);
      await card.getByRole('button', { name: /^Book a consultation with/ }).click();
      await expect(page.getByRole('dialog').getByLabel('Time')).toBeVisible();
    },
  },
  {
    name: 'no address, and a wrong one typed',
    async open(page, path) {
      await page.route(/\/rest\/v1\/leads\?/, async (route) => {
        const response = await route.fetch();
        const leads = (await response.json()) as object[];
        await route.fulfill({ response, json: leads.map((lead) => ({ ...lead, email: null })) });
      });
      await page.route(/\/rest\/v1\/rpc\/add_lead_email/, (route) =>
        route.fulfill({ status: 400, json: { code: '23514', message: 'invalid' } }),
      );
      await page.goto(path);
      const card = page.getByRole('article').first();
      await card.getByRole('textbox', { name: /^Add their email address/ }).fill('no address');
      await card.getByRole('button', { name: 'Add address' }).click();
      await expect(card.locator('.field-error')).toBeVisible();
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  {
    name: 'past the target',
    async open(page, path) {
      await markAll(page);
      await page.goto(`${path}?needs=late`);
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
      await page.goto(path);
      const card = page.getByRole('article').first();
      await expect(card.getByText('Late. Waiting 5 business hours')).toBeVisible();
      await card.getByRole('button', { name: /^Conversation Thread/ }).click();
      await expect(card.getByText('Ask for the budget first.')).toBeVisible();
      await card.getByPlaceholder('Type your reply here...').click();
      await expect(card.getByText('Mail to this address came back.')).toBeVisible();
      await card.getByRole('button', { name: /^More/ }).click();
      await card.locator('summary', { hasText: 'Mention colleagues' }).click();
      await card.getByText('Add a call or visit').click();
      await card.getByRole('button', { name: 'Add to conversation' }).click();
      await expect(card.getByText('Write down what was said.')).toBeVisible();
      // no card half under the toolbar
      await page.evaluate(() => scrollTo(0, 0));
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
  const mails = [mail, { ...mail, id: '00000000-0000-4000-8000-000000000006', subject: '', from_name: '' }];
  await page.route(/\/rest\/v1\/received_mails\?/, (route) => route.fulfill({ json: mails }));
  await page.goto(path);
  await page.getByText('Quoted text and signature').first().click();
  await expect(page.getByText('Does Thursday work?').first()).toBeVisible();
}

/** Received mail that belongs to no thread. */
export const triageStates: State[] = [
  { name: 'mails to sort', open: openTriage },
  {
    name: 'mail being joined',
    async open(page, path) {
      await openTriage(page, path);
      await page
        .getByRole('button', { name: /^Join to a lead/ })
        .first()
        .click();
      await expect(page.getByRole('dialog').getByRole('searchbox')).toBeFocused();
    },
  },
];

/** The overview's lists of work, each of them. */
export const workLists: State = {
  name: 'every list of work',
  async open(page, path) {
    const counts = { late: 25, due: 1, mentions: 1, mine: 1, unassigned: 1040, mails: 3, late_mails: 1 };
    await page.route(/\/rest\/v1\/rpc\/work_counts/, (route) => route.fulfill({ json: [counts] }));
    await page.goto(path);
    await expect(page.getByRole('link', { name: '25 past the target' })).toBeVisible();
  },
};
