import { expect, test } from 'vitest';
import { emailTestCases, phoneTestCases } from '../../site/app/contact/contact-cases.fixture.ts';
import { hasVisibleCharacter } from '../../site/app/contact/has-visible-character.ts';
import { cleanLine, cleanText } from '../../site/app/contact/clean-text.ts';
import { cleanEmailAddress } from '../../site/app/contact/email-address.ts';
import { setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();

test.each(phoneTestCases)(
  'G-47 the number typed as "%s" is compared by its digits',
  async (typed, _, digits) => {
    expect(await database.query('select private.phone_digits($1) as digits', [typed])).toEqual([{ digits }]);
  },
);

test.each(emailTestCases)(
  'P-136 the address typed as "%s" is judged as the form judges it',
  async (typed, stored) => {
    const rows = await database.query(
      `select coalesce(private.is_email(private.clean_text(private.visible_text($1))), false) as typed,
       private.is_email($2) as cleaned`,
      [typed, cleanEmailAddress(typed)],
    );
    expect(rows).toEqual([{ typed: stored !== null, cleaned: stored !== null }]);
  },
);

test.each(emailTestCases)('P-136 a lead with the address "%s", sent to the API', async (typed, stored) => {
  const sent = database.as('visitor', async (session) => {
    await session.query(`insert into leads (name, email, message) values ('Ana Roy', $1, 'Hello')`, [typed]);
  });
  if (stored === null) await expect(sent).rejects.toMatchObject({ code: expect.stringMatching(/^23/) });
  else await sent;
});

test('P-134 form and database agree about every character of Unicode, whether a name of it alone is visible', async () => {
  const rows = await database.query<{ code: number }>(
    `select code from generate_series(1, 1114111) as code
     where code not between 55296 and 57343 and not private.has_visible_character(chr(code))`,
  );
  const invisible = Array.from({ length: 0x110000 }, (_, code) => code).filter(
    (code) =>
      code > 0 && (code < 0xd800 || code > 0xdfff) && !hasVisibleCharacter(String.fromCodePoint(code)),
  );
  expect(rows.map(({ code }) => code)).toEqual(invisible);
});

test('B-502 the form and the database clean every Unicode character in the same way, in names and messages', async () => {
  const [row] = await database.query<{ line: string; text: string }>(
    `select private.clean_line(chars) as line, private.clean_text(chars) as text
     from (
       select string_agg('a' || chr(code) || 'b', '' order by code) as chars
       from generate_series(1, 1114111) as code where code not between 55296 and 57343
     ) as all_of_unicode`,
  );
  const chars = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
    .map((code) => `a${String.fromCodePoint(code)}b`)
    .join('');
  expect(row?.line === cleanLine(chars)).toBe(true);
  expect(row?.text === cleanText(chars)).toBe(true);
});

test('B-502 a lead through the API loses the marks that would show its card in another order', async () => {
  const rows = await database.as('visitor', async (session) => {
    await session.query(
      `insert into leads (name, email, company, phone, message) values ($1, 'marks@roy.example', $2, $3, $4)`,
      [
        '\u202eyoR anA\u2067',
        '\u200fAcme\u0001\nInc.',
        '\u202d604 555-0112\u202c',
        'Hi\u202e there\n\u200fשלום',
      ],
    );
    await session.query('reset role');
    return session.query<object>(
      `select name, company, phone, message from leads where email = 'marks@roy.example'`,
    );
  });
  expect(rows).toEqual([
    { name: 'yoR anA', company: 'Acme Inc.', phone: '604 555-0112', message: 'Hi there\n\u200fשלום' },
  ]);
});

test('P-134 a lead whose name is invisible is rejected; one that exists can change', async () => {
  const name = '\u200b\u3164';
  const sent = database.as('visitor', async (session) => {
    await session.query(`insert into leads (name, email, message) values ($1, 'ana@roy.example', 'Hello')`, [
      name,
    ]);
  });
  await expect(sent).rejects.toMatchObject({ code: '23514', constraint: 'leads_name_visible' });
  await database.query(`insert into leads (name, email) values ('Ana Roy', 'ana@roy.example')`);
  await database.query('alter table leads disable trigger user');
  await database.query(`update leads set name = $1 where email = 'ana@roy.example' and name = 'Ana Roy'`, [
    name,
  ]);
  await database.query('alter table leads enable trigger user');
  expect(
    await database.query(`update leads set status = 'qualified' where name = $1 returning status`, [name]),
  ).toEqual([{ status: 'qualified' }]);
});

test('the search for a person finds a number with an extension, and by one', async () => {
  for (const typed of [
    '604 555-0123 local 212',
    '(604) 555-0123 ext. 22',
    '\u{202a}604 555-0123 x5\u{202c}',
  ]) {
    const rows = await database.query(`select (private.read_contacts(array[$1])).phones`, [typed]);
    expect(rows, typed).toEqual([{ phones: ['6045550123'] }]);
  }
});
