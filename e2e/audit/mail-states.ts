import type { Page } from '@playwright/test';
import { expect } from '../product/fixture.ts';
import type { State } from './combinations.ts';
import { asOwner, open, press, scrollUp } from './state-steps.ts';

const oneMail = {
  id: '2026-11-20T17-00-00-000Z-reply-00000000.eml',
  kind: 'reply',
  to: 'noor@moosewick.example',
  subject: 'Re: Your inquiry about Accessibility Audit',
  at: '2026-11-20T17:00:00.000Z',
};
const openedMail = {
  ...oneMail,
  headers: [{ name: 'To', value: oneMail.to }],
  text: 'Thursday works.\n\nhttps://fairlead.example',
};

/** The mail of this machine, as an owner sees it. */
async function openMailbox(page: Page, path: string, mails: object[]): Promise<void> {
  const files = '/dashboard/mail/files';
  await open(page, path, { ...asOwner, [files]: { items: mails, next: null }, [`${files}/`]: openedMail });
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  await expect(page.getByRole('article').or(page.getByText('No mail yet')).first()).toBeVisible();
}

const mailbox: State = {
  name: 'mail',
  open: (page, path) => openMailbox(page, path, [oneMail, { ...oneMail, id: 'other', kind: 'recovery' }]),
};

export const mailStates: State[] = [
  mailbox,
  { name: 'no mail', open: (page, path) => openMailbox(page, path, []) },
  {
    name: 'mail opened',
    async open(page, path) {
      await mailbox.open(page, path);
      await page.getByRole('article').first().getByRole('button').click();
      await expect(page.getByRole('dialog').getByText('Thursday works')).toBeVisible();
    },
  },
];

/** Replies that were sent, and one that the mail server refused. */
export const delivered: State = {
  name: 'replies sent and failed',
  async open(page, path) {
    const reply = (n: number, state: string, problem: string | null) => ({
      id: `00000000-0000-4000-8000-00000000000${n}`,
      lead_id: '1ead0000-0000-4000-8000-000000000001',
      message: 'Thursday works.',
      sender_type: 'admin',
      created_at: '2026-11-20T17:00:00Z',
      author_id: null,
      delivery_state: state,
      delivery_problem: problem,
    });
    const failed = reply(2, 'failed', 'The mail server refused this message (550).');
    await open(page, path, { 'lead_messages?': [reply(1, 'sent', null), failed] });
    await press(page.getByRole('article', { name: 'Noor Haddad' }), /^Conv/);
    await expect(page.getByRole('button', { name: /^Retry this reply/ })).toBeVisible();
    await scrollUp(page);
  },
};
