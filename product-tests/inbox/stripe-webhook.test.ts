import { createHmac } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { expect, test } from '../fixture.ts';
import { makeLead, uniqueLeadName } from '../../e2e/product/make-lead.ts';
import { startProduct } from '../../e2e/product/product.ts';
import { startPracticeStripe } from '../../server/practice-stripe/practice-stripe.ts';

test('G-38 a request signed by Stripe changes name and address; any other request changes nothing', async () => {
  const secret = 'whsec_of_these_tests_only';
  const stripe = await startPracticeStripe();
  onTestFinished(() => stripe.close());
  await using product = await startProduct({
    STRIPE_SECRET_KEY: 'sk_test_of_these_tests',
    STRIPE_WEBHOOK_SECRET: secret,
    STRIPE_API_URL: stripe.url,
    SIGN_UP: 'approval',
  });
  const lead = await makeLead(product, { name: uniqueLeadName(), email: 'moving@roy.example' });
  await product.admin
    .from('leads')
    .update({ stripe_customer_id: 'cus_moving' })
    .eq('id', lead.id)
    .throwOnError();
  const customer = { id: 'cus_moving', object: 'customer', name: 'Ana Moved', email: 'moved@roy.example' };
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'customer.updated',
    data: { object: customer },
  });
  async function postWebhook(key: string): Promise<number> {
    const at = Math.floor(Date.now() / 1000);
    const v1 = createHmac('sha256', key).update(`${at}.${body}`).digest('hex');
    const headers = { 'stripe-signature': `t=${at},v1=${v1}`, 'content-type': 'application/json' };
    return (await fetch(`${product.url}/functions/v1/stripe-webhook`, { method: 'POST', headers, body }))
      .status;
  }
  const stored = async () =>
    (await product.admin.from('leads').select('name, email').eq('id', lead.id).single()).data;
  expect(await postWebhook('whsec_somebody_else')).toBe(400);
  expect(await stored()).toMatchObject({ email: 'moving@roy.example' });
  expect(await postWebhook(secret)).toBe(200);
  expect(await stored()).toEqual({ name: 'Ana Moved', email: 'moved@roy.example' });
});
