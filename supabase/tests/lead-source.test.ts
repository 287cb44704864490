import { describe, expect, onTestFinished, test } from 'vitest';
import { testAccounts, setUpTestDatabase } from './test-database.ts';
import { sampleLead, sendSignedLead, storeTestHeaderKey, spamLead } from './sent-lead.ts';

const database = setUpTestDatabase();

storeTestHeaderKey(database);

describe('B-61 where a lead came from', () => {
  test('the values of the header are stored, also through the quarantine and back', async () => {
    const source = {
      landing: '/services',
      referrer: 'news.example',
      utm_source: 'spring letter',
      utm_medium: 'email',
      utm_campaign: 'été+2026',
    };
    const stored = {
      landing_path: '/services',
      referrer_host: 'news.example',
      campaign_source: 'spring letter',
      campaign_medium: 'email',
      campaign_name: 'été+2026',
    };
    const { leads } = await sendSignedLead(database, sampleLead, { source });
    expect(leads).toMatchObject([stored]);
    const { quarantined } = await sendSignedLead(database, spamLead, { score: 5, source });
    expect(quarantined).toMatchObject([stored]);
    await database.query('begin');
    onTestFinished(async () => void (await database.query('rollback')));
    await database.query(
      `insert into quarantined_leads (id, name, email, campaign_source, landing_path)
         values ('1ead0000-0000-4000-8000-0000000000aa', 'Ana Roy', 'a@b.example', 'letter', '/apps')`,
    );
    await database.query(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify({ role: 'authenticated', sub: testAccounts.agent }),
    ]);
    await database.query(`select restore_quarantined_lead('1ead0000-0000-4000-8000-0000000000aa')`);
    const rows = await database.query('select campaign_source, landing_path from leads');
    expect(rows).toEqual([{ campaign_source: 'letter', landing_path: '/apps' }]);
  });

  test.each<[string, unknown]>([
    ['is no object', 'google.com'],
    ['is a list', ['x']],
    ['holds numbers and objects', { landing: 7, referrer: { a: 1 }, utm_source: ['x'] }],
    [
      'holds markup and line ends',
      { referrer: '<b>', utm_source: '<script>', utm_medium: 'a\nb', landing: 'x' },
    ],
    ['holds an address of a person', { utm_campaign: 'ana@roy.example' }],
    ['names the link of a mail', { landing: `/unsubscribe/${'0a'.repeat(32)}` }],
    ['names the link of a booking', { landing: `/book/${'0A'.repeat(32)}` }],
    ['names a draft', { landing: `/preview/services/1.${'0a'.repeat(18)}.${'0a'.repeat(20)}` }],
    ['holds a host of 300 characters', { referrer: 'a'.repeat(300) }],
  ])('a source that %s costs no lead and leaves nothing odd', async (_, source) => {
    const { leads } = await sendSignedLead(database, sampleLead, { source });
    expect(leads).toMatchObject([{ origin: 'site', name: sampleLead.name }]);
    const [kept] = leads;
    for (const value of [
      kept?.landing_path,
      kept?.referrer_host,
      kept?.campaign_source,
      kept?.campaign_medium,
      kept?.campaign_name,
    ])
      expect(value === null || /^[\w" [\]]+$/.test(String(value))).toBe(true);
  });

  test('a source that is too long is cut', async () => {
    const source = { landing: `/${'p'.repeat(500)}`, utm_source: '🙂'.repeat(300) };
    const { leads } = await sendSignedLead(database, sampleLead, { source });
    expect(leads).toMatchObject([{ landing_path: `/${'p'.repeat(199)}`, campaign_source: '🙂'.repeat(100) }]);
  });
});
