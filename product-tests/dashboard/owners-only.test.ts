import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixture.ts';
import { readPage } from '../read-page.ts';
import { giveRole, makeOwner, signUpAccount } from '../../e2e/product/accounts.ts';

test('the mailbox is for owners: all others get no list, no message and no other file, for any request', async ({
  product,
}) => {
  const colleague = await signUpAccount(product);
  await writeFile(join(product.dataDir, 'mail', 'secret.txt'), 'x').catch(() => undefined);
  const ask = (path: string, token?: string) =>
    fetch(product.url + path, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
  const owner = await makeOwner(product);
  const [ours, theirs] = [owner.session.access_token, colleague.session.access_token];
  for (const path of [
    '/dashboard/mail/files',
    '/dashboard/mail/files/2026-11-20T00-00-00-000Z-reply-00000000.eml',
  ]) {
    expect((await ask(path)).status).toBe(401);
    expect((await ask(path, 'x')).status).toBe(403);
    expect((await ask(path, theirs)).status).toBe(403);
    expect((await ask(path, product.publishableKey)).status).toBe(403);
  }
  const list = await ask('/dashboard/mail/files', ours);
  expect(list.status).toBe(200);
  expect(list.headers.get('cache-control')).toBe('no-store');
  for (const name of ['secret.txt', '..%2Fkeys.json', '%2e%2e%2fkeys.json', '.eml', 'x.eml'])
    expect((await ask(`/dashboard/mail/files/${name}`, ours)).status).toBe(404);
});

test('P-154 the database and the preview refuse the agency’s details of an agent', async ({ product }) => {
  const agent = await signUpAccount(product);
  await giveRole(product, agent, 'agent');
  const { error } = await agent.client.from('agency_settings').insert({ facts: { name: 'Mine' } });
  expect(error?.code).toBe('42501');
  const previewAs = (headers: Record<string, string>) =>
    fetch(`${product.url}/dashboard/agency/preview`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ path: '/', record: { facts: { name: 'Mine' }, texts: {} } }),
    });
  const authorization = `Bearer ${agent.session.access_token}`;
  for (const headers of [{}, { authorization }]) expect((await previewAs(headers)).status).toBe(403);
});

test('B-460 without scripts an unknown path of the dashboard is its 404, not the sign-in', async ({
  product,
}) => {
  const page = await readPage(`${product.url}/dashboard/nope/below`);
  expect([page.status, page.one('h1').text]).toEqual([404, 'Oops! Page not found']);
  expect(page.all({ tag: 'a', href: '/', text: 'Return to Home' })).toHaveLength(1);
});
