import { expect, test } from '../fixture.ts';
import { postForm } from '../post-form.ts';
import { readPage } from '../read-page.ts';
import { makeLead, readConversationPath } from '../../e2e/product/make-lead.ts';

test('B-107 an expired link offers another by mail; a wrong one, or one in capitals, is unknown', async ({
  product,
}) => {
  const { id } = await makeLead(product, { email: 'expired@roy.example' });
  const path = await readConversationPath(product, id);
  const created_at = new Date(Date.now() - 91 * 86_400_000).toISOString();
  await product.admin.from('leads').update({ created_at }).eq('id', id).throwOnError();
  const expired = await readPage(product.url + path);
  expect(expired.status).toBe(410);
  const button = expired.one({ tag: 'button', text: 'Email me a new link' });
  const renew = { [button.attribute('name') ?? '']: button.attribute('value') ?? '' };
  const { location } = await postForm(product.url + path, renew);
  expect((await readPage(product.url + (location ?? ''))).one('h1').text).toBe('Check your email');
  for (const wrong of [path, path.toUpperCase().replace('/CONVERSATION', '/conversation'), `${path}0`]) {
    const page = await readPage(product.url + wrong);
    expect([wrong, page.status, page.one('h1').text]).toEqual([wrong, 404, "This link doesn't work"]);
  }
});
