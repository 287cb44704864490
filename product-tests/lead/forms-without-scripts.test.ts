import { expect, test } from '../fixture.ts';
import { postForm } from '../post-form.ts';
import { parsePage, readPage } from '../read-page.ts';
import { readLeadsByEmail, readNewestLead } from '../../e2e/product/read-leads.ts';

const lead = { name: ' Ana Roy ', email: 'ana@roy.example', message: 'Could you look at our form?' };

test('B-66 the box of consent is unticked and optional; ticked, it comes back with a wrong form, and the lead stores the text beside it', async ({
  product,
}) => {
  const url = `${product.url}/contact`;
  const box = (await readPage(url)).one('main').one({ tag: 'input', type: 'checkbox' });
  expect(box.attribute('checked')).toBeUndefined();
  const ticked = { [box.attribute('name') ?? '']: box.attribute('value') ?? '' };
  const wrong = await postForm(url, { ...lead, ...ticked, email: 'a@' });
  const returned = parsePage(wrong.html).one('main').one({ tag: 'input', type: 'checkbox' });
  expect(returned.attribute('checked')).toBeDefined();

  const sent = await postForm(url, { ...lead, ...ticked, email: 'agreed@roy.example' });
  expect(sent).toMatchObject({ status: 303, location: '/contact?sent=1#sent' });
  const [stored] = await readLeadsByEmail(product, 'agreed@roy.example');
  expect(stored).toMatchObject({
    consent_version: expect.stringMatching(/^en-CA\.\w+$/),
    source_path: '/contact',
  });
  expect(stored?.consent_text).toMatch(/^Send me news and offers .*unsubscribe at any time/);
  expect(Date.parse(stored?.consent_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
});

test('B-66 the unsubscribe link is a page with a button; the mail program unsubscribes without it', async ({
  product,
}) => {
  const { data: token } = await product.admin.rpc('unsubscribe_token', { address: 'link@roy.example' });
  const url = `${product.url}/unsubscribe/${token}`;
  const opened = await readPage(url);
  expect(opened.headers.get('cache-control')).toBe('private, no-store');
  expect(opened.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect(opened.one({ tag: 'button', text: 'Unsubscribe' }).attribute('type')).toBe('submit');
  const done = parsePage((await postForm(url, {})).html);
  expect(done.one('h1').text).toBe("You're unsubscribed");
  expect(done.texts('title')[0]).toMatch(/^You're unsubscribed/);
  // like a mail program: no page before it, no Origin, any body
  const oneClick = (to: string) =>
    fetch(to, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
  expect((await oneClick(url)).status).toBe(200);
  const unknown = await oneClick(`${product.url}/unsubscribe/${'0'.repeat(64)}`);
  expect(unknown.status).toBe(404);
  expect(await unknown.text()).toContain('Please open the link in our email again');
});

test('P-143 2,000 characters with line ends, which browsers send as CRLF, are not one too many', async ({
  product,
}) => {
  const email = 'long@roy.example';
  const message = 'a\r\n'.repeat(999) + 'ab';
  expect((await postForm(`${product.url}/contact`, { ...lead, email, message })).status).toBe(303);
  expect((await readNewestLead(product, email))?.message).toBe(message.replaceAll('\r', ''));
});

test('G-50 the same content sent twice is one lead, another content is another', async ({ product }) => {
  const email = 'plain-twice@roy.example';
  for (const message of ['One', 'One', 'Two'])
    expect((await postForm(`${product.url}/contact`, { ...lead, email, message })).status).toBe(303);
  const stored = await readLeadsByEmail(product, email);
  expect(stored.map(({ message, submission_key }) => [message, submission_key]).toSorted()).toEqual([
    ['One', null],
    ['Two', null],
  ]);
});

test('G-50 two visitors are served the same page, which holds no key; its hint is never cached', async ({
  product,
}) => {
  const pages = await Promise.all([1, 2].map(() => readPage(`${product.url}/contact`)));
  expect(pages[0]?.html).toBe(pages[1]?.html);
  expect(pages[0]?.html).not.toContain('name="submission"');
  const hint = await fetch(`${product.url}/form-hint`);
  expect(hint.headers.get('cache-control')).toBe('no-store');
});

test('G-52 where a browser has no dialogs, the address of the button has the proposal form in the page', async ({
  product,
}) => {
  const page = await readPage(`${product.url}/apps/ringcheck?proposal=`);
  const fields = page.one({ id: 'proposal-form' }).all('input');
  expect(fields.map((field) => field.attribute('name'))).toEqual(expect.arrayContaining(['name', 'email']));
});

test('posts from other origins, in other formats or too long get an error message and store nothing', async ({
  product,
}) => {
  const email = 'eve@evil.example';
  const url = `${product.url}/contact`;
  const form = new URLSearchParams({ name: 'Eve', email, message: 'hi' });
  const long = new URLSearchParams({ name: 'Eve', email, message: 'm'.repeat(70_000) });
  const json = { 'content-type': 'application/json' };
  for (const [status, words, init] of [
    [403, 'only be sent from our website', { body: form, headers: { origin: 'http://localhost:1' } }],
    [421, 'set SITE_URL', { body: form, headers: { origin: 'https://evil.example' } }],
    [415, "couldn't read that form", { body: JSON.stringify(Object.fromEntries(form)), headers: json }],
    [413, 'message is too long', { body: long }],
  ] as const) {
    const response = await fetch(url, { method: 'POST', ...init });
    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(words)]);
  }
  expect(await readNewestLead(product, email)).toBeUndefined();
});
