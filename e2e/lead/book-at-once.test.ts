import { isWholeMatrix } from '@fairlead/backend/testing/target';
import { findDatabaseUrl } from '../product/find-database-url.ts';
import { expect, test } from '../product/fixture.ts';
import { startProduct, type Product } from '../product/product.ts';

const visitors = isWholeMatrix ? 200 : 50;

const twoServers = test.extend<{ second: Product }>({
  second: async ({ ownProduct }, provide) => {
    const second = await startProduct({ DATABASE_URL: await findDatabaseUrl(ownProduct) });
    await provide(second);
    await second.stop();
  },
});

twoServers(
  'B-110 many visitors of two servers choose one time at once: one has it, the others are shown the times that are free',
  async ({ ownProduct: product, second }) => {
    const { data } = await product.visitor().rpc('consultation_slots', {}).throwOnError();
    const slot = data[0]?.starts_at ?? '';
    async function book(index: number): Promise<{ status: number; html: string }> {
      const { url } = index % 2 === 0 ? product : second;
      const response = await fetch(`${url}/book`, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: url },
        body: new URLSearchParams({
          day: '',
          'slot-': slot,
          name: `Visitor ${index}`,
          email: `visitor-${index}@lind.example`,
        }),
      });
      return { status: response.status, html: await response.text() };
    }

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
  },
);
