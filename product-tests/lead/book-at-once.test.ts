import { isWholeMatrix } from '@fairlead/backend/testing/target';
import { expect, test } from '../fixture.ts';
import { postForm } from '../post-form.ts';
import { findDatabaseUrl } from '../../e2e/product/find-database-url.ts';
import { startProduct } from '../../e2e/product/product.ts';

const visitors = isWholeMatrix ? 200 : 50;

test('B-110 many visitors of two servers choose one time at once: one has it, the others are shown the times that are free', async ({
  ownProduct: product,
}) => {
  await using second = await startProduct({ DATABASE_URL: await findDatabaseUrl(product) });
  const { data } = await product.visitor().rpc('consultation_slots', {}).throwOnError();
  const slot = data[0]?.starts_at ?? '';
  const book = (index: number) =>
    postForm(`${(index % 2 === 0 ? product : second).url}/book`, {
      day: '',
      'slot-': slot,
      name: `Visitor ${index}`,
      email: `visitor-${index}@lind.example`,
    });

  const responses = await Promise.all(Array.from({ length: visitors }, (_, index) => book(index)));
  const taken = responses.filter(({ status }) => status === 409);
  expect(Map.groupBy(responses, ({ status }) => status).get(303)).toHaveLength(1);
  expect(taken).toHaveLength(visitors - 1);
  const next = new Date(data.at(-1)?.starts_at ?? '').toISOString();
  for (const { html } of taken) {
    expect(html).toContain('Someone just took that time.');
    expect(html).toContain(`value="${next}"`);
    expect(html).not.toContain(`value="${new Date(slot).toISOString()}"`);
  }
  const leads = await product.admin.from('leads').select('email').like('email', 'visitor-%');
  expect(leads.data).toHaveLength(1);
});
