// Which names accounts may have.
import { beforeEach, expect, test } from 'vitest';
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

test('B-273 joiners and variation selectors of a name stay, and a name of them alone is none', async () => {
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

test('B-273 a name is not that of a role, however it is written; a sign-up with one goes on without it', async () => {
  const roles = [
    'Owner',
    'OWNER',
    ' o w n e r ',
    'Administrator',
    'Admin',
    'admin 2',
    'The Admin',
    'A.d.m.i.n',
    'Adm1n',
    'Admln',
    'Adrnin',
    '\u0410dmin',
    '\uff21\uff44\uff4d\uff49\uff4e',
    'Ad\u200bmin',
    'Ádmin',
    '0wner',
    'Site Owner',
    'System',
    '$ystem',
    'System Administrator',
    'Support',
    'Support Team',
    'Tech-Support!',
    'IT Support',
    'Suppоrt',
    'Agent',
    'Editor',
    'Viewer',
    'Staff',
    'The server',
    'A deleted account',
    'Someone',
    'Propriétaire',
    'DELETED ACCOUNT',
    'TECHNICAL SUPPORT',
    'HELPDESK',
    'Help Desk',
    'OFFICIAL',
    'SUPERADMIN',
    'Customer Service',
    'Ad\u200cmin',
    'Admin\u3164',
    'Su\u00adpport\ufe0f',
    'Support ⭐ 24',
  ];
  for (const name of roles) {
    expect([name, await catchErrorCode(rename(name))]).toEqual([name, '23514']);
    await database.query(`delete from auth.users where id = $1`, [fresh]);
    await signUp(name);
    expect([name, await nameOf(fresh)]).toEqual([name, null]);
  }
  const names = [
    'Owen Adminov',
    'Ana Roy',
    'Owner Person',
    'Staffan Support-Olsson',
    'Amy Root',
    'Théo',
    '王小明',
    'Agent Smith',
    'Thea Root',
    'A. Root',
    'Ita Staff',
    '田中 Root',
    'Ли Root',
  ];
  for (const name of names) {
    expect([name, await catchErrorCode(rename(name))]).toEqual([name, null]);
  }
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
  const refused = {
    name_with_address: [
      'agent@fairlead.example',
      'Agent@Fairlead.Example',
      'Ana (agent@fairlead.example)',
      'agent\uff20fairlead.example',
      'agent\u200b@\u200bfairlead.example',
      'agent @ fairlead.example',
      '@agent',
      'agent (at) fairlead.example',
      'agent[at]fairlead[dot]example',
      'agent at fairlead dot example',
    ],
    name_of_role: [
      'Service_Role',
      'service-role',
      'SERVICE ROLE',
      'serviceRole',
      'postgres',
      'P0stgres',
      'PostgreSQL',
      'supabase_admin',
      'Supabase Auth Admin',
      'supabase',
      'authenticated',
      'authenticator',
      'anon',
      'dashboard_user',
      'pgbouncer',
      'Fairlead Owner',
      'The Fairlead Admin',
      'Érable Digital Owner',
      'ERABLE DIGITAL \u2013 Support',
      'Érable admin',
      'Owner of Érable Digital',
      'Owner (Érable Digital)',
      'Agency Owner',
      'ᴏᴡɴᴇʀ',
      '\u041ewner',
      'S\u0435rvice_Role',
    ],
    name_of_two_alphabets: [
      'Ov\u0435ner',
      'M\u0430ude Okoye',
      'Ana R\u043fy',
      'Th\u03bfmas Lee',
      '\u0410\u0301na Roy',
      'A\u200bn\u200b\u0430 Roy',
    ],
  };
  for (const [problem, names] of Object.entries(refused))
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
  for (const name of [
    'Odile Owner',
    'Érable Okoye',
    'Anonine Service-Roy',
    'Pat O\u2019Shea',
    'J.R. Smith',
    'Nat Atkins Jr.',
    'Анна Иванова',
    'Анна Ivanova',
    'Γιώργος Παπαδόπουλος',
    'Łukasz Żółć',
    'Søren Đoković',
  ])
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
