import { Stripe } from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPracticeStripe, type PracticeStripe } from '../../server/practice-stripe/practice-stripe.ts';
import { findOrCreateCustomer } from '../functions/sync-lead-to-stripe/find-or-create.ts';

const lead = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Ana Roy',
  email: 'ana@roy.example',
  phone: null,
  company: null,
};
let practice: PracticeStripe;
let stripe: Stripe;

beforeEach(async () => {
  practice = await startPracticeStripe();
  const { hostname, port } = new URL(practice.url);
  stripe = new Stripe('sk_test_of_these_tests', { host: hostname, port: Number(port), protocol: 'http' });
});
afterEach(() => practice.close());

async function addCustomer(email: string, metadata: Record<string, string> = {}): Promise<string> {
  const { id } = await stripe.customers.create({ email, metadata });
  return id;
}

test('G-38 the customer with the id of the lead is found before one with its e-mail address', async () => {
  const own = await findOrCreateCustomer(stripe, lead);
  Object.assign(practice.customers[0] ?? {}, { email: 'after@roy.example' });
  practice.clearIdempotencyKeys();
  const other = await addCustomer(lead.email);
  expect(await findOrCreateCustomer(stripe, lead)).toBe(own);
  expect(practice.customers.find(({ id }) => id === other)?.metadata).toEqual({});
  expect(practice.customers).toHaveLength(2);
});

test('G-38 customers of an e-mail address are read beyond the first 100: the oldest, or the one of the lead', async () => {
  const oldest = await addCustomer(lead.email);
  const next = await addCustomer(lead.email);
  for (let newer = 0; newer < 200; newer += 1) await addCustomer(lead.email);
  expect(await findOrCreateCustomer(stripe, lead)).toBe(oldest);
  const ownOf = (id: string) => practice.customers.find((customer) => customer.id === id)?.metadata;
  expect(ownOf(oldest)).toEqual({ lead_id: lead.id });
  expect(ownOf(next)).toEqual({});
  // The id of an earlier lead is kept.
  const later = { ...lead, id: '00000000-0000-4000-8000-000000000002' };
  expect(await findOrCreateCustomer(stripe, later)).toBe(oldest);
  expect(ownOf(oldest)).toEqual({ lead_id: lead.id });
  expect(practice.customers).toHaveLength(202);
});

test('G-38 an e-mail address without a customer gets one', async () => {
  await addCustomer('other@roy.example', { lead_id: 'other' });
  const made = await findOrCreateCustomer(stripe, { ...lead, company: 'Roy & Co' });
  expect(practice.customers.find(({ id }) => id === made)).toMatchObject({
    name: lead.name,
    email: lead.email,
    metadata: { lead_id: lead.id, company: 'Roy & Co' },
  });
});

test('B-105 a lead without an address is not linked to another customer, and gets its own once', async () => {
  await addCustomer('someone@else.example');
  const own = await findOrCreateCustomer(stripe, { ...lead, email: null });
  practice.clearIdempotencyKeys();
  expect(await findOrCreateCustomer(stripe, { ...lead, email: null })).toBe(own);
  expect(practice.customers).toHaveLength(2);
});

test.each(['Ana@Roy.example', 'ANA@ROY.EXAMPLE', "Ana.O'Neil@Roy.example"])(
  'G-38 one person is one customer, however the address %s is written',
  async (written) => {
    const known = await addCustomer(written);
    for (const [i, email] of [written.toLowerCase(), written.toUpperCase(), written].entries()) {
      const other = { ...lead, id: `00000000-0000-4000-8000-00000000001${i}`, email };
      expect(await findOrCreateCustomer(stripe, other)).toBe(known);
    }
    expect(practice.customers).toHaveLength(1);
  },
);

test('G-38 the customer that another lead of this person is linked to is preferred, unless it was deleted', async () => {
  const oldest = await addCustomer(lead.email);
  const linked = await addCustomer('billing@roy.example');
  expect(await findOrCreateCustomer(stripe, lead, linked)).toBe(linked);
  expect(await findOrCreateCustomer(stripe, lead, 'cus_deleted')).toBe(oldest);
});
