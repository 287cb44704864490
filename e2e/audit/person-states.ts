import type { Page } from '@playwright/test';
import { expect } from '../product/fixture.ts';
import type { State } from './combinations.ts';
import { open, press, scrollUp, see } from './state-steps.ts';

const requests = [
  {
    created_at: '2026-03-02T15:00:00Z',
    service_name: 'Audit',
    status: 'qualified',
    words: 'unbroken'.repeat(17),
  },
  { created_at: '2020-01-05T15:00:00Z', service_name: null, status: 'new', words: null },
].map((request, index) => ({ ...request, id: `00000000-0000-4000-8000-00000000000${index}` }));

interface Shown {
  id: string;
  created_at: string;
}

async function readCards(page: Page): Promise<Shown[]> {
  const cards = page.getByRole('article');
  await expect(cards.nth(2)).toBeVisible();
  return cards.evaluateAll((articles) =>
    articles.slice(0, 3).map((article) => ({
      id: article.querySelector('h2')?.id.replace('lead-', '') ?? '',
      created_at: article.querySelector('time')?.dateTime ?? '',
    })),
  );
}

/** The other requests of a lead's person, on its card and all together, and a lead that is added by hand. */
export const personStates: State[] = [
  {
    name: 'other requests of a person',
    async open(page, path) {
      await page.route(/\/rpc\/related_leads/, (route) => {
        const { of_leads: leads } = route.request().postDataJSON() as { of_leads: string[] };
        const json = leads.flatMap((lead) =>
          requests.map((request) => ({ lead_id: lead, total: 2, ...request })),
        );
        return route.fulfill({ json });
      });
      await open(page, path);
      const card = page.getByRole('article').first();
      await press(card, /^Conversation Thread/);
      await card.getByText(/^2 (earlier|other) requests$/).click();
      await expect(card.getByRole('link', { name: 'Request of Mar 2, 2026: Audit' })).toBeVisible();
      await scrollUp(page);
    },
  },
  {
    name: 'all requests of a person',
    async open(page, path) {
      await open(page, path);
      const cards = await readCards(page);
      await open(page, `${path}?person=${cards[0]?.id}`, { 'rpc/person_leads': cards });
      await page.getByText(/^All messages in order/).click();
      const thread = page.getByRole('region', { name: /^All requests of/ });
      await expect(thread.getByRole('heading').nth(1)).toBeVisible();
    },
  },
  {
    name: 'lead being added',
    async open(page, path) {
      await open(page, path, { 'rpc/known_requests': [{ ...requests[0], total: 3, name: 'Zoë Hart' }] });
      await press(page, 'Add a lead');
      const dialog = page.getByRole('dialog', { name: 'Add a lead' });
      await dialog.getByLabel('Phone').fill('604-555-0112');
      await dialog.getByLabel('Name').focus();
      await press(dialog, 'Add anyway');
      await see(dialog, 'Enter a name of 2 to 100 characters.');
    },
  },
];
