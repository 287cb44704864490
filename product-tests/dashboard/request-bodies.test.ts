import { agencyFactPresets, agencyTextPresets } from '../../site/app/agency/agency-fields.ts';
import { expect, test } from '../fixture.ts';
import { giveRole, makeOwner, signUpAccount, type Account } from '../../e2e/product/accounts.ts';
import type { Product } from '../../e2e/product/product.ts';

interface Outcome {
  status: number;
  /** the sentence, or the page */
  text: string;
}

async function post(product: Product, account: Account, path: string, body: unknown): Promise<Outcome> {
  const response = await fetch(product.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.session.access_token}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const { problem, message, html } = (await response.json()) as Record<string, string | undefined>;
  return { status: response.status, text: problem ?? message ?? html ?? '' };
}

const wrong = [null, true, 7.5, 'x'.repeat(70_000), {}, [], { a: 1 }, [7], ['x'.repeat(70_000)], [null]];

/** An object, and two of the others in turn. */
const someOf = (index: number): unknown[] => [
  {},
  wrong[index % wrong.length],
  wrong[(index + 4) % wrong.length],
];

test('B-284 a preview whose body has a wrong type, shape or size is refused with a sentence that names the field', async ({
  product,
}) => {
  const owner = await makeOwner(product);
  const preview = (body: unknown) => post(product, owner, '/dashboard/agency/preview', body);
  const good = { path: '/', record: { facts: {}, texts: { 'en-CA': {} } }, partners: [] };
  expect(await preview(good)).toMatchObject({
    status: 200,
    text: expect.stringContaining('<!DOCTYPE html>'),
  });
  expect(await preview({ ...good, record: { ...good.record, facts: { name: {} } } })).toEqual({
    status: 400,
    text: "The field “record.facts.name” isn't right: expected string, received object.",
  });
  const partner = { name: 'A', logo: null, ground: 'any' };
  const bodies: [field: string, body: unknown][] = [
    ...wrong.flatMap((value): [string, unknown][] => [
      ['', value],
      ['path', { ...good, path: value }],
      ['record', { ...good, record: value }],
      ['facts', { ...good, record: { ...good.record, facts: value } }],
      ['texts', { ...good, record: { ...good.record, texts: value } }],
      ['en-CA', { ...good, record: { ...good.record, texts: { 'en-CA': value } } }],
      ['partners', { ...good, partners: value }],
      ['partners', { ...good, partners: Array.from({ length: 101 }, () => partner) }],
      ['name', { ...good, partners: [{ ...partner, name: value }] }],
      ['logo', { ...good, partners: [{ ...partner, logo: value }] }],
      ['ground', { ...good, partners: [{ ...partner, ground: value }] }],
      ['openingHours', { ...good, record: { ...good.record, facts: { openingHours: { mon: value } } } }],
      ['openingHours', { ...good, record: { ...good.record, facts: { openingHours: { someday: value } } } }],
    ]),
    ...Object.keys(agencyFactPresets).flatMap((name, index) =>
      someOf(index).map((value): [string, unknown] => [
        `facts.${name}`,
        { ...good, record: { ...good.record, facts: { [name]: value } } },
      ]),
    ),
    ...Object.keys(agencyTextPresets).flatMap((name, index) =>
      someOf(index).map((value): [string, unknown] => [
        `en-CA.${name}`,
        { ...good, record: { ...good.record, texts: { 'en-CA': { [name]: value } } } },
      ]),
    ),
  ];
  async function check([field, body]: [string, unknown]): Promise<void> {
    const { status, text } = await preview(body);
    const shown = JSON.stringify(body).slice(0, 200);
    expect([shown, text.includes('Unexpected Server Error')]).toEqual([shown, false]);
    // an empty list or object may be right, and a page is shown
    if (status === 200) expect([shown, text.startsWith('<!DOCTYPE html>')]).toEqual([shown, true]);
    else
      expect([shown, status, text]).toEqual([
        shown,
        400,
        expect.stringMatching(/^(The field “|The request |.*“|Enter a colour)/),
      ]);
    if (text.startsWith('The field')) expect(text).toContain(field.split('.').at(-1) ?? '');
  }
  while (bodies.length > 0) await Promise.all(bodies.splice(0, 8).map(check));
});

test('B-284 other JSON bodies that are wrong are refused with a sentence that names the field', async ({
  product,
}) => {
  const owner = await makeOwner(product);
  const invitation = { what: 'invite', fullName: 'Zoé Zed', email: 'zoe@bodies.example', role: 'agent' };
  const upload = {
    id: crypto.randomUUID(),
    owner: { source: 'app', id: crypto.randomUUID(), kind: 'logo', alt: 'A', isDecorative: false },
    isLogo: false,
  };
  const forms: [path: string, body: Record<string, unknown>, optional: string[]][] = [
    ['/team-links', invitation, []],
    ['/team-links', { what: 'set-password', account: crypto.randomUUID() }, []],
    ['/finish-upload', upload, ['owner', 'isLogo']],
    ['/copy-image', { address: 'https://pictures.example/a.png' }, []],
  ];
  for (const [path, body] of forms) {
    for (const text of ['', '{', '[]', 'null', '7', '"x"', 'x'.repeat(20_000)])
      expect([path, text, await post(product, owner, path, text)]).toEqual([
        path,
        text,
        { status: 400, text: expect.stringMatching(/^The request is/) },
      ]);
    for (const name of Object.keys(body))
      for (const value of [undefined, 7, {}, [], ['x'], 'x'.repeat(3_000), { alt: 7 }]) {
        if (name === 'owner' && value === undefined) continue;
        const { status, text } = await post(product, owner, path, { ...body, [name]: value });
        // what a person typed is answered in the words of the form
        if (status === 422) expect(path).toBe('/team-links');
        else if (path !== '/finish-upload' || name !== 'isLogo' || value !== undefined)
          expect([path, name, value, status, text]).toEqual([
            path,
            name,
            value,
            400,
            expect.stringMatching(new RegExp(`“${name}|longer than`)),
          ]);
      }
  }
});

test('B-285 only editors copy images, and only from the public internet', async ({ product }) => {
  const [someone, agent, editor] = await Promise.all([
    signUpAccount(product),
    signUpAccount(product),
    signUpAccount(product),
  ]);
  await giveRole(product, agent, 'agent');
  const body = { address: `${product.url}/icon/mark.svg` };
  expect((await fetch(`${product.url}/copy-image`, { method: 'POST', body: '{}' })).status).toBe(401);
  const statuses = [];
  for (const account of [someone, agent])
    statuses.push((await post(product, account, '/copy-image', body)).status);
  expect(statuses).toEqual(expect.not.arrayContaining([200]));
  await giveRole(product, editor, 'editor');
  const { port } = new URL(product.url);
  for (const address of [
    body.address,
    `http://[::1]:${port}/`,
    'http://169.254.169.254/latest',
    'http://10.0.0.1/a.png',
  ])
    expect([address, await post(product, editor, '/copy-image', { address })]).toEqual([
      address,
      { status: 422, text: expect.stringContaining("couldn't load this image") },
    ]);
});
