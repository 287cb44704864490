import { afterAll, beforeAll } from 'vitest';
import { describe, expect, test } from '../fixture.ts';
import { postForm } from '../post-form.ts';
import { readLeadsByEmail, readQuarantinedLeads } from '../../e2e/product/read-leads.ts';
import { startProduct, type Product } from '../../e2e/product/product.ts';
import { deriveHeaderSigningKey } from '../../server/boot/keys.ts';
import { createSignedFormTime } from '../../site/app/public/lead-form/intake/signed-form-time.server.ts';

const robot = { name: 'Bot', email: 'bot@bot.example', message: 'Buy followers', topic: 'Casino' };

async function readTotal(product: Product): Promise<number> {
  const { data } = await product.admin.from('lead_totals').select('total');
  return (data ?? []).reduce((sum, row) => sum + row.total, 0);
}

describe('as on the internet', () => {
  let strict: Product;
  beforeAll(async () => {
    strict = await startProduct();
    await strict.admin.from('settings').update({ local_mode: false }).eq('id', true).throwOnError();
  });
  afterAll(() => strict?.stop());
  const post = (fields: Record<string, string>, headers?: Record<string, string>) =>
    postForm(`${strict.url}/contact`, fields, headers);

  test('B-11 G-36 a submission with the hidden field filled in gets the usual response, and is quarantined', async () => {
    expect(await post(robot)).toMatchObject({ status: 303, location: '/contact?sent=1#sent' });
    expect(await readLeadsByEmail(strict, robot.email)).toEqual([]);
    expect(await readQuarantinedLeads(strict, robot.email)).toMatchObject([
      { message: robot.message, origin: 'site', score: 5, source_path: '/contact' },
    ]);
  });

  test('B-11 a message whose hidden field was filled by autofill is stored as a lead', async () => {
    const email = 'autofill@roy.example';
    const hint = createSignedFormTime(deriveHeaderSigningKey(strict.secretKey), Date.now() - 5_000);
    const person = { name: 'Ana Roy', email, message: 'Could you look at our form?', topic: 'Ana Roy' };
    expect((await post({ ...person, hint })).status).toBe(303);
    expect(await readLeadsByEmail(strict, email)).toMatchObject([
      { score: 3, score_reasons: ['a hidden field was filled in'] },
    ]);
  });

  test('G-36 a forged header, sent to the site or to the API, is ignored', async () => {
    const email = 'forged@roy.example';
    const forged = `${Buffer.from('{"score":-9}').toString('base64')}.${'0'.repeat(64)}`;
    const headers = { 'x-lead-facts': forged };
    await post({ ...robot, topic: '', email }, headers);
    await fetch(`${strict.url}/rest/v1/leads`, {
      method: 'POST',
      headers: { ...headers, apikey: strict.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Bot', email }),
    });
    const origins = (await readLeadsByEmail(strict, email)).map(({ origin, score }) => [origin, score]);
    expect(origins.toSorted()).toEqual([
      ['api', 1],
      ['site', 0],
    ]);
  });

  test('G-51 leads over the limit are quarantined, above the ceiling they are rejected with the text; totals stay correct', async () => {
    const [first] = await readLeadsByEmail(strict, 'forged@roy.example', 'site');
    const address_hash = first?.address_hash ?? null;
    expect(address_hash).not.toBeNull();
    const before = await readTotal(strict);
    for (let i = 0; i < 6; i += 1)
      expect((await post({ ...robot, topic: '', email: `many${i}@roy.example` })).status).toBe(303);
    expect(await readQuarantinedLeads(strict, 'many5@roy.example')).toMatchObject([
      { score_reasons: ['too many messages in a short time'] },
    ]);
    const { count } = await strict.admin.from('leads').select('*', { count: 'exact', head: true });
    expect(await readTotal(strict)).toBe(count);
    expect(await readTotal(strict)).toBeLessThan(before + 6);

    const row = { name: 'Bot', email: 'flood@bot.example', origin: 'site', address_hash };
    await strict.admin
      .from('quarantined_leads')
      .insert(Array.from({ length: 60 }, () => row))
      .throwOnError();
    const late = await post({ ...robot, topic: '', email: 'late@roy.example', message: 'Kept text' });
    expect([late.status, late.html.includes('Kept text')]).toEqual([429, true]);
    expect(late.html).toContain('Please wait a minute and try again.');
  });
});

test('G-51 in local mode no lead is quarantined: it is stored with its score', async ({ product }) => {
  await postForm(`${product.url}/contact`, robot);
  expect(await readLeadsByEmail(product, robot.email)).toMatchObject([{ score: 5, origin: 'site' }]);
  expect(await readQuarantinedLeads(product, robot.email)).toEqual([]);
});
