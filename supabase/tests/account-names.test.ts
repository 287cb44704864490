// Which names accounts may have.
import { beforeEach, expect, test } from 'vitest';
import accountNames from './account-names.json' with { type: 'json' };
import { testAccounts, setUpTestDatabase, catchErrorCode } from './test-database.ts';

const database = setUpTestDatabase();
const fresh = '00000000-0000-4000-8000-0000000000f1';

beforeEach(async () => {
  await database.query(`delete from auth.users where email like 'new%'`);
});

async function signUp(name: string): Promise<void> {
  await database.query(
    `insert into auth.users (id, email, raw_user_meta_data) values ($1, 'new@x.example', jsonb_build_object('full_name', $2::text))`,
    [fresh, name],
  );
}

const nameOf = (account: string) =>
  database.value<string | null>('select full_name from profiles where id = $1', [account]);

const rename = (name: string) =>
  database.call('waiting', 'update public.profiles set full_name = $1 where id = $2', [
    name,
    testAccounts.waiting,
  ]);

test('B-273 a name has no invisible characters, also where it comes from a sign-up', async () => {
  const marks = ['\u202e', '\u200f', '\u2066', '\u061c', '\u200b', '\u2060', '\ufeff', '\u0007'];
  for (const mark of marks) {
    await database.query(`delete from auth.users where id = $1`, [fresh]);
    await signUp(`${mark}Maude${mark} Okoye${mark}`);
    expect([mark, await nameOf(fresh)]).toEqual([mark, 'Maude Okoye']);
    await rename(`${mark}Ana${mark}\n\u00a0Roy${mark}`);
    expect([mark, await nameOf(testAccounts.waiting)]).toEqual([mark, 'Ana Roy']);
  }
});

test('B-273 joiners and variation selectors in a name are kept; a name of nothing else counts as empty', async () => {
  for (const name of [
    '\u0639\u0644\u06cc\u200c\u0631\u0636\u0627',
    '\u0dc1\u0dca\u200d\u0dbb\u0dd3',
    '葛\u{e0100}城',
    'Ana 👩\u200d💻',
    'Ana ❤\ufe0f',
  ]) {
    await rename(name);
    expect(await nameOf(testAccounts.waiting)).toBe(name);
  }
  await rename('\u200c\u3164 \ufe0f');
  expect(await nameOf(testAccounts.waiting)).toBeNull();
});

test('B-273 the name of a role, however it is written, is refused as the name of an account; a sign-up with one continues without it', async () => {
  for (const name of accountNames.roles) {
    expect([name, await catchErrorCode(rename(name))]).toEqual([name, '23514']);
    await database.query(`delete from auth.users where id = $1`, [fresh]);
    await signUp(name);
    expect([name, await nameOf(fresh)]).toEqual([name, null]);
  }
  for (const name of accountNames.persons)
    expect([name, await catchErrorCode(rename(name))]).toEqual([name, null]);
  // What was stored before does not prevent other changes.
  await database.query('alter table profiles disable trigger complete_profile');
  await database.query(`update profiles set full_name = 'Admin' where id = $1`, [testAccounts.waiting]);
  await database.query('alter table profiles enable trigger complete_profile');
  await rename('\u200eAdmin');
  const other = `update public.profiles set single_key_shortcuts = true where id = $1`;
  expect(await catchErrorCode(database.call('waiting', other, [testAccounts.waiting]))).toBeNull();
  await rename('Waiting Person');
});

test('B-273 a name is no email address, no role of the database or of the agency, and no word of two alphabets', async () => {
  await database.query(
    `insert into agency_settings (facts, texts) values ('{"name": "Érable Digital"}', '{}')`,
  );
  for (const [problem, names] of Object.entries(accountNames.refused))
    for (const name of names) {
      const found = await rename(name).then(
        () => null,
        (error: { code: string; detail: string }) => `${error.code} ${error.detail}`,
      );
      expect([name, found]).toEqual([name, `23514 ${problem}`]);
      await database.query(`delete from auth.users where id = $1`, [fresh]);
      await signUp(name);
      expect([name, await nameOf(fresh)]).toEqual([name, null]);
    }
  for (const name of accountNames.furtherPersons)
    expect([name, await catchErrorCode(rename(name))]).toEqual([name, null]);
  // What was stored before does not prevent other changes.
  await database.query('alter table profiles disable trigger complete_profile');
  await database.query(`update profiles set full_name = 'agent@fairlead.example' where id = $1`, [
    testAccounts.waiting,
  ]);
  await database.query('alter table profiles enable trigger complete_profile');
  const other = `update public.profiles set single_key_shortcuts = true where id = $1`;
  expect(await catchErrorCode(database.call('waiting', other, [testAccounts.waiting]))).toBeNull();
  await rename('Waiting Person');
});
