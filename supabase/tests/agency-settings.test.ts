import { describe, expect, test } from 'vitest';
import { agencyFactFields, agencyTextFields } from '../../site/app/agency/agency-fields.ts';
import { toServerAgency } from '../../site/app/agency/agency.ts';
import { setUpTestDatabase, type TestSession } from './test-database.ts';

const database = setUpTestDatabase();

const insert = `insert into agency_settings (facts, texts, based_on)
  values ($1, $2, (select max(id) from agency_settings)) returning id`;

async function save(session: TestSession, facts: object, texts: object = {}): Promise<string> {
  return session.value<string>(insert, [facts, { 'en-CA': texts }]);
}

test('every preset may be saved', async () => {
  const presets = (fields: Record<string, { preset: unknown }>) =>
    Object.fromEntries(Object.entries(fields).map(([name, { preset }]) => [name, preset]));
  await database.as('owner', async (session) => {
    expect(await save(session, presets(agencyFactFields), presets(agencyTextFields))).toBeDefined();
  });
});

const pictures = '/storage/v1/object/public/pictures/00000000-0000-4000-8000-00000000000a';

describe('a wrong setting is rejected with a message that names its field', () => {
  test.each<[string, object, object?]>([
    ['name: is missing', { name: '  ' }],
    ['name: at most 40 characters', { name: 'x'.repeat(41) }],
    ['name: must be one line', { name: 'Maple\nBcc: all@maple.example' }],
    ['name: must be text', { name: 5 }],
    ["font: isn't a field", { font: 'Comic Sans' }],
    ["tagline: isn't a field", { tagline: 'A text is no fact' }],
    ["phone: isn't a phone number", { phone: 'javascript:alert(1)' }],
    ["phone: isn't a phone number", { phone: '555' }],
    ["phoneDialled: isn't a phone number with a country code", { phoneDialled: '18005550199' }],
    ["email: isn't an email address", { email: 'a@b' }],
    ["email: isn't an email address", { email: 'a@maple.example, b@maple.example' }],
    ["timeZone: isn't a time zone", { timeZone: 'Mars/Olympus' }],
    ['openingHours: must close after it opens', { openingHours: { mon: ['17:00', '09:00'] } }],
    ['openingHours: has an unknown day', { openingHours: { day: ['09:00', '17:00'] } }],
    ["closedDates: isn't a date", { closedDates: ['2026-02-30'] }],
    ["closedDates: isn't a date", { closedDates: ['next week'] }],
    ['closedDates: at most 60', { closedDates: Array.from({ length: 61 }, () => '2026-12-24') }],
    ['answerHours: a whole number from 1 to 80', { answerHours: 0 }],
    ['openingHours: needs two times', { openingHours: { mon: ['9', '17:00'] } }],
    ['consultationMinutes: a whole number from 5 to 480', { consultationMinutes: 4 }],
    ['consultationMinutes: a whole number from 5 to 480', { consultationMinutes: 30.5 }],
    ['socialLinks: must begin with https://', { socialLinks: ['javascript:alert(1)'] }],
    ['socialLinks: at most 8', { socialLinks: Array.from({ length: 9 }, () => 'https://maple.example') }],
    ["logo: isn't an uploaded picture", { logo: 'https://evil.example/logo.webp' }],
    ["logo: isn't an uploaded picture", { logo: `${pictures}/1x1.svg` }],
    ["logoDark: isn't an uploaded picture", { logoDark: `javascript:${pictures}/1x1.webp` }],
    ["mainColour: isn't a colour", { mainColour: 'red;}b{' }],
    ["palette: isn't a choice", { palette: '../own' }],
    ["logoGround: isn't a choice", { logoGround: 'any"' }],
    ['footerServices: is missing', {}, { footerServices: [] }],
    ['footerServices: is missing', {}, { footerServices: [' '] }],
    ['footerServices: must be a list of text values', {}, { footerServices: [1] }],
    ['privacy: at most 60000 characters', {}, { privacy: 'x'.repeat(60_001) }],
  ])('%s', async (message, facts, texts) => {
    await database.as('owner', (session) =>
      expect(save(session, facts, texts)).rejects.toMatchObject({ code: '23514', message }),
    );
  });

  test('a record of megabytes is rejected by its size, before it is read', async () => {
    await database.as('owner', (session) =>
      expect(save(session, { name: 'x'.repeat(5_000_000) })).rejects.toMatchObject({ code: '23514' }),
    );
  });
});

test('everybody reads the newest version alone, owners all; who saved it is not for visitors', async () => {
  const ids: (string | undefined)[] = [];
  await database.as(
    'owner',
    async (session) => {
      ids.push(await save(session, { name: 'Maple' }), await save(session, { name: 'Birch' }));
    },
    { keep: true },
  );
  for (const caller of ['visitor', 'waiting', 'agent'] as const) {
    const rows = await database.attempt<{ id: string; facts: object }>(
      caller,
      'select id, facts from agency_settings',
    );
    expect([caller, rows]).toEqual([caller, [{ id: ids[1], facts: { name: 'Birch' } }]]);
  }
  const rows = await database.attempt('owner', 'select id from agency_settings');
  expect(rows).toHaveLength(2);
  await database.as('visitor', (session) =>
    expect(session.query('select created_by from agency_settings')).rejects.toMatchObject({ code: '42501' }),
  );
});

test('if two saves began with the same version, the second is rejected, so that neither is lost', async () => {
  await database.as('owner', async (session) => {
    const begun = await save(session, { name: 'Maple' });
    const sql = `insert into agency_settings (facts, based_on) values ('{"name": "Elm"}', $1)`;
    await session.query(sql, [begun]);
    await expect(session.query(sql, [begun])).rejects.toMatchObject({ code: 'PT409' });
  });
});

test('the logo of any kept version counts as used, so that a restore shows it again', async () => {
  await database.as(
    'owner',
    async (session) => {
      await save(session, { logo: `${pictures}/480x120.webp`, logoGround: 'light' });
      await save(session, { logo: '' });
    },
    { keep: true },
  );
  const rows = await database.query(
    `select private.is_picture_used('00000000-0000-4000-8000-00000000000a/480.webp') as kept,
      private.is_picture_used('00000000-0000-4000-8000-00000000000b/480.webp') as other`,
  );
  expect(rows).toEqual([{ kept: true, other: false }]);
});

test('no account writes in the name of another, and none changes a version', async () => {
  await database.as('owner', async (session) => {
    for (const sql of [
      `insert into agency_settings (facts, created_by) values ('{}', '00000000-0000-4000-8000-0000000000a3')`,
      `update agency_settings set facts = '{}'`,
      `delete from agency_settings`,
    ]) {
      await session.query('savepoint before');
      await expect(session.query(sql)).rejects.toMatchObject({ code: '42501' });
      await session.query('rollback to before');
    }
  });
});

test('the newest 500 versions of the details are kept', async () => {
  await database.as('owner', async (session) => {
    await session.query(`do $$ begin
      for i in 1..505 loop
        insert into public.agency_settings (facts, based_on)
          values (jsonb_build_object('years', i::text), (select max(id) from public.agency_settings));
      end loop;
    end $$`);
    const rows = await session.query<{ facts: { years: string } }>(
      'select facts from agency_settings order by id',
    );
    expect([rows.length, rows.at(-1)?.facts.years]).toEqual([500, '505']);
    expect(toServerAgency({ facts: rows.at(-1)?.facts ?? {}, texts: {} }).agency.years).toBe('505');
  });
});
