import { expect, test } from '../fixture.ts';
import { readPage } from '../read-page.ts';

test('B-36 without free times the page is fully booked, and does not state that a call is booked; closed, it is not found and nothing links to it', async ({
  ownProduct: product,
}) => {
  const rules = { is_open: true, notice_hours: 336, horizon_days: 1 };
  await product.admin.from('booking_settings').update(rules).eq('id', true).throwOnError();
  const main = (await readPage(`${product.url}/book`)).one('main');
  expect(main.text).toContain('fully booked');
  expect(main.text).not.toContain('Choose a time');
  expect(main.text).not.toContain('change or cancel');
  expect(main.all({ tag: 'a', text: 'Leave a message' })).toHaveLength(1);

  await product.admin.from('booking_settings').update({ is_open: false }).eq('id', true).throwOnError();
  expect((await fetch(`${product.url}/book`)).status).toBe(404);
  expect((await readPage(`${product.url}/sitemap.xml`)).html).not.toContain('/book<');
  expect((await readPage(`${product.url}/contact?sent=1`)).all({ tag: 'a', href: '/book' })).toEqual([]);
});

test('B-428 the page behind a booking link has the agency’s time and that of the stored zone', async ({
  product,
}) => {
  const visitor = product.visitor();
  const { data: slots } = await visitor.rpc('consultation_slots', {}).throwOnError();
  const slot = slots.at(-7)?.starts_at ?? '';
  const fields = { name: 'Bo Lind', email: 'zone@lind.example' };
  const { data } = await visitor.rpc('book_consultation', { slot, fields, zone: 'Asia/Kathmandu' });
  const { text } = (await readPage(`${product.url}/book/${(data as { token: string }).token}`)).one('main');
  const time = (timeZone: string) =>
    new Intl.DateTimeFormat('en-CA', { timeZone, timeStyle: 'short' })
      .format(new Date(slot))
      .replaceAll(/\s/g, ' ');
  expect(text).toContain(`${time('America/Toronto')} Eastern`);
  expect(text).toContain(`${time('Asia/Kathmandu')} Nepal Time`);
  expect(text).not.toContain('Asia/');
});
