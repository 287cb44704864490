import type { Page } from '@playwright/test';
import { expect } from '../product/fixture.ts';
import type { State } from './combinations.ts';

/** The mail of this machine, as an owner sees it. */
async function openMailbox(page: Page, path: string, mails: object[]): Promise<void> {
  await page.route(/\/rpc\/my_roles/, (route) => route.fulfill({ json: ['owner'] }));
  await page.route(/\/dashboard\/mail\/files$/, (route) =>
    route.fulfill({ json: { items: mails, next: null } }),
  );
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  await expect(page.getByRole('article').or(page.getByText('No mail yet')).first()).toBeVisible();
}

const oneMail = {
  id: '2026-11-20T17-00-00-000Z-reply-00000000.eml',
  kind: 'reply',
  to: 'noor@moosewick.example',
  subject: 'Re: Your inquiry about Accessibility Audit',
  at: '2026-11-20T17:00:00.000Z',
};

export const mailbox: State = {
  name: 'mail',
  open: (page, path) => openMailbox(page, path, [oneMail, { ...oneMail, id: 'other', kind: 'recovery' }]),
};

export const noMail: State = { name: 'no mail', open: (page, path) => openMailbox(page, path, []) };

export const openedMail: State = {
  name: 'mail opened',
  async open(page, path) {
    await page.route(/\/dashboard\/mail\/files\/./, (route) =>
      route.fulfill({
        json: {
          ...oneMail,
          headers: [{ name: 'To', value: oneMail.to }],
          text: 'Thursday works.\n\nhttps://fairlead.example',
        },
      }),
    );
    await mailbox.open(page, path);
    await page.getByRole('article').first().getByRole('button').click();
    await expect(page.getByRole('dialog').getByText('Thursday works')).toBeVisible();
  },
};

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
    await page.route(/\/rest\/v1\/lead_messages\?/, (route) =>
      route.fulfill({
        json: [reply(1, 'sent', null), reply(2, 'failed', 'The mail server refused this message (550).')],
      }),
    );
    await page.goto(path);
    await page.getByRole('article', { name: 'Noor Haddad' }).getByRole('button', { name: /^Conv/ }).click();
    await expect(page.getByRole('button', { name: /^Retry this reply/ })).toBeVisible();
    // no card half under the toolbar
    await page.evaluate(() => scrollTo(0, 0));
  },
};
