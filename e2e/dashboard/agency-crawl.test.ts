import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../product/fixture.ts';
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
  '/?proposal=1',
  '/contact?sent=1',
  '/favicon.svg',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap/pages.xml',
  '/resources/feed.xml',
];

test('B-67 S-18 G-19 no page, mail, feed, error or share image of a renamed agency names the one that the product came with @audit', async ({
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
        timeZone: 'America/Vancouver',
        palette: 'own',
        mainColour: '#7a1f1f',
        accentColour: '#0b6e4f',
        groundColour: '#f1e9da',
      },
      texts: { 'en-CA': { hours: 'Weekdays, 9 to 5 Pacific', terms: '## Terms of {{legalName}}' } },
    })
    .throwOnError();
  const found: string[] = [];
  const seen = new Set<string>(['/', ...more]);
  for (const path of seen) {
    const response = await fetch(product.url + path, { redirect: 'manual' });
    const type = response.headers.get('content-type') ?? '';
    if (type.startsWith('image/png')) {
      expect([path, response.status]).toEqual([path, 200]);
      continue;
    }
    const text = await response.text();
    const hit = /.{0,60}fairlead.{0,40}/i.exec(text)?.[0];
    if (hit !== undefined) found.push(`${path}: ${hit}`);
    if (!type.startsWith('text/html')) continue;
    for (const [, link = ''] of text.matchAll(/(?:href|content)="([^"#]+)"/g)) {
      const { origin, pathname } = new URL(link.replaceAll('&amp;', '&'), product.url);
      if (origin === product.url && !pathname.startsWith('/assets/')) seen.add(pathname);
    }
  }
  expect(seen.size).toBeGreaterThan(25);
  expect([...seen].some((path) => path.startsWith('/colours/'))).toBe(true);
  expect([...seen].some((path) => path.startsWith('/share/'))).toBe(true);

  const lead = await makeLead(product);
  await owner.client
    .from('lead_messages')
    .insert({ lead_id: lead.id, message: 'Thursday works.', sender_type: 'admin' })
    .throwOnError();
  // at the tests' own domain
  const { email } = owner;
  await owner.client.auth.resetPasswordForEmail(email);
  const folder = join(product.dataDir, 'mail');
  const mails = async () => (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  await expect.poll(async () => (await mails()).length).toBeGreaterThan(1);
  for (const name of await mails()) {
    const mail = (await readFile(join(folder, name), 'utf8')).replaceAll(/=\r?\n/g, '').replaceAll(email, '');
    const hit = /.{0,60}fairlead.{0,40}/i.exec(mail)?.[0];
    if (hit !== undefined) found.push(`${name}: ${hit}`);
  }
  expect(found).toEqual([]);
});
