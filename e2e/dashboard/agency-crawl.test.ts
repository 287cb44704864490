import { agencyTextFields, agencyTextPresets } from '../../site/app/agency/agency-fields.ts';
import { isAgencyListField } from '../../site/app/agency/agency-field-definition.ts';
import { renderArtMarkup } from '../../site/app/art/render-art-markup.ts';
import { presetColourValues, presetInlineColours } from '../../site/app/colours/colour-tokens.ts';
import { expect, test } from '../product/fixture.ts';
import { readWrittenMails } from '../product/read-written-mails.ts';
import { makeLead } from '../product/staff.ts';
import { makeOwner } from './team.ts';

/** Paths to which no link of a page leads. */
const more = [
  '/auth',
  '/dashboard',
  '/nothing',
  '/services/nothing',
  '/preview/services/nothing',
  '/preview/home',
  '/unsubscribe/nothing',
  '/conversation/nothing',
  '/book',
  '/book/nothing',
  '/?proposal=1',
  '/contact?sent=1',
  '/favicon.svg',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap/pages.xml',
  '/resources/feed.xml',
  '/chart/tile-coast-2/nothing.svg',
  '/chart/nothing/nothing.svg',
  '/icon/nothing.svg',
  '/share/pages/nothing-1.png',
];

/** A unique value for each text of an agency, so that no default text is left. */
const ownTexts = Object.fromEntries(
  Object.entries(agencyTextFields).map(([name, field]) => {
    if (isAgencyListField(field)) return [name, [`One of ${name}`, `Two of ${name}`]];
    if (field.kind === 'number' || field.kind === 'hours') throw new Error(`${name} is no text`);
    return [name, `Own ${name}`.slice(0, field.maxLength)];
  }),
);

const sampleWords = [
  /fairlead/i,
  /nautical|off the chart/i,
  /moosewick|ringcheck|leadline|plainform|harbour reviews/i,
  /555-0199|toll-free|25\+/i,
  ...Object.values(agencyTextPresets)
    .flat()
    .flatMap((text) => text.split(/\{\{\w+\}\}|\n|\*/))
    .map((part) => part.trim())
    .filter((part) => part.length > 14)
    .map((part) => new RegExp(RegExp.escape(part))),
];

/** White and ink are left out, because all palettes contain them. */
const sampleColours = [...new Set(Object.values(presetColourValues).map(([day]) => day))].filter(
  (colour) => colour !== '#ffffff' && colour !== presetInlineColours.ink,
);

const [firstPath = ''] =
  renderArtMarkup({ seed: 'fairlead 14', width: 600, height: 640 }).match(/ d="[^"]+"/) ?? [];
const sampleDrawings = [
  /M0 32C13 31|M1 29C13 28|M640 40C520/,
  /class="line[ "]/,
  /<span class="[^"]*ring-frame[^"]*"[^>]*><\/span>/,
  new RegExp(RegExp.escape(firstPath)),
];

const patterns = [
  ...sampleWords,
  ...sampleColours.map((colour) => new RegExp(colour, 'i')),
  ...sampleDrawings,
];

function findSample(text: string): string[] {
  const plain = text
    .replaceAll('&amp;', '&')
    .replaceAll(/&#x27;|&#39;/g, "'")
    .replaceAll('&quot;', '"');
  return patterns.flatMap((pattern) => {
    const at = plain.search(pattern);
    return at < 0 ? [] : plain.slice(Math.max(0, at - 60), at + 60);
  });
}

test('B-67 S-18 G-19 no page, mail, feed, file, error or icon of an agency of its own has words, colours or drawings of the one that the product came with @audit', async ({
  ownProduct: product,
}) => {
  const owner = await makeOwner(product);
  await owner.client.rpc('clear_samples').throwOnError();
  await owner.client
    .from('agency_settings')
    .insert({
      facts: {
        name: 'Maple & Birch',
        legalName: 'Maple & Birch Inc.',
        phone: '(604) 555-0142',
        email: 'hello@maple.example',
        street: '12 Wharf Street',
        city: 'Victoria',
        province: 'British Columbia',
        postalCode: 'V8W 1T3',
        timeZone: 'America/Vancouver',
        years: '9',
        acknowledgement: 'sent',
        palette: 'own',
        mainColour: '#7a1f1f',
        accentColour: '#0b6e4f',
        groundColour: '#f1e9da',
      },
      texts: { 'en-CA': ownTexts },
    })
    .throwOnError();
  const found: string[] = [];
  const shown: string[] = [];
  const seen = new Set<string>(['/', ...more]);
  for (const path of seen) {
    const response = await fetch(product.url + path, { redirect: 'manual' });
    const type = response.headers.get('content-type') ?? '';
    if (type.startsWith('image/png')) {
      expect([path, response.status]).toEqual([path, 200]);
      continue;
    }
    const text = await response.text();
    found.push(...findSample(text).map((hit) => `${path}: ${hit}`));
    shown.push(text);
    if (!type.startsWith('text/html')) continue;
    for (const [, link = ''] of text.matchAll(/(?:href|content)="([^"#]+)"/g)) {
      const { origin, pathname } = new URL(link.replaceAll('&amp;', '&'), product.url);
      if (origin === product.url && !pathname.startsWith('/assets/')) seen.add(pathname);
    }
  }
  expect(seen.size).toBeGreaterThan(25);
  expect([...seen].some((path) => path.startsWith('/colours/'))).toBe(true);
  expect([...seen].some((path) => path.startsWith('/share/'))).toBe(true);
  const all = shown.join('\n');
  for (const words of ['Maple &amp; Birch Inc., 12 Wharf Street, Victoria', '+16045550142', 'PostalAddress'])
    expect(all).toContain(words);
  expect(await (await fetch(`${product.url}/favicon.svg`)).text()).toMatch(/>M<\/text><\/svg>$/);
  const bytesOf = async (path: string) => Buffer.from(await (await fetch(product.url + path)).arrayBuffer());
  expect((await bytesOf('/favicon.ico')).subarray(0, 6).toString('hex')).toBe('000001000100');
  const touchIcon = await bytesOf('/apple-touch-icon.png');
  expect([touchIcon.readUInt32BE(16), touchIcon.readUInt32BE(20)]).toEqual([180, 180]);

  const lead = await makeLead(product);
  await owner.client
    .from('lead_messages')
    .insert({ lead_id: lead.id, message: 'Thursday works.', sender_type: 'admin' })
    .throwOnError();
  await product
    .visitor()
    .from('leads')
    .insert({ name: 'Ada Okafor', email: 'ada@okafor.example', message: 'Do you take on one-page sites?' })
    .throwOnError();
  // at the tests' own domain
  const { email } = owner;
  await owner.client.auth.resetPasswordForEmail(email);
  await product.admin.auth.admin.inviteUserByEmail('colleague@maple.example', {
    data: { agency: 'Maple & Birch', invited_by: 'Odile Owner' },
  });
  const kinds = async () => (await readWrittenMails(product)).map(({ kind }) => kind);
  await expect
    .poll(kinds, { timeout: 30_000 })
    .toEqual(expect.arrayContaining(['reply', 'digest', 'recovery', 'invite']));
  for (const { kind, subject = '', text = '', html = '' } of await readWrittenMails(product)) {
    const mail = [subject, text, html].join('\n').replaceAll(email, '');
    found.push(...findSample(mail).map((hit) => `${kind}: ${hit}`));
    if (kind === 'invite')
      expect(mail).toMatch(/^You're invited to join Maple & Birch\n.*Odile Owner invited/s);
  }
  expect(found).toEqual([]);
});
