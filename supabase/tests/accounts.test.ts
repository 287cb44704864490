import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  testAccounts,
  setUpTestDatabase,
  catchErrorCode,
  type CallerName,
  type TestSession,
} from './test-database.ts';

const database = setUpTestDatabase();
const token = 'a-token-of-the-set-up-link';

beforeEach(async () => {
  await database.query(`delete from auth.users where email like 'new%'`);
  await database.query(`update settings set sign_up_mode = 'approval'`);
  await dropOwners();
  await database.query(`delete from owner_links`);
  await database.query(`insert into staff (user_id, role) values ($1, 'agent') on conflict do nothing`, [
    testAccounts.agent,
  ]);
});

/** As on a new site; otherwise the last owner could not be removed. */
async function dropOwners(): Promise<void> {
  await database.query(`set session_replication_role = replica`);
  await database.query(`delete from staff where role = 'owner'`);
  await database.query(`reset session_replication_role`);
}

function addLink(minutes = 30, text = token) {
  const hash = createHash('sha256').update(text).digest('hex');
  return database.query(
    `insert into owner_links (token_hash, expires_at) values ($1, now() + $2 * interval '1 minute')`,
    [hash, minutes],
  );
}

function claim(caller: CallerName, text = token, session?: TestSession): Promise<boolean> {
  const options = session && { session };
  return database.callValue<boolean>(caller, 'select public.claim_ownership($1)', [text], options);
}

async function owners(): Promise<string[]> {
  return database.column<string>(`select user_id from staff where role = 'owner'`);
}

function roles(caller: CallerName): Promise<unknown> {
  return database.as(caller, (session) => session.value<string[]>(`select public.my_roles() as roles`));
}

function signUp(id: string, fields: Record<string, unknown> = {}) {
  return database.query(
    `insert into auth.users (id, email, raw_user_meta_data, invited_at, is_anonymous)
     select $1, email, raw_user_meta_data, invited_at, coalesce(is_anonymous, false)
     from jsonb_populate_record(null::auth.users, $2)`,
    [id, { email: `new-${id}@x.example`, ...fields }],
  );
}

const fresh = '00000000-0000-4000-8000-0000000000f1';

describe('G-4 the first owner', () => {
  test('G-4 the link makes the caller owner, once; the hash is gone afterwards', async () => {
    await addLink();
    await addLink(30, 'another');
    expect(await claim('waiting')).toBe(true);
    expect(await owners()).toEqual([testAccounts.waiting]);
    expect(await database.query(`select from owner_links`)).toHaveLength(0);
    expect(await roles('waiting')).toEqual(['owner']);
  });

  test('G-4 a repeated call by the same owner is still true, so a lost response does no harm', async () => {
    await addLink();
    await claim('waiting');
    expect(await claim('waiting')).toBe(true);
  });

  test('G-4 an account with another role can become the owner by the link', async () => {
    await addLink();
    await claim('agent');
    expect(await roles('agent')).toEqual(['owner']);
  });

  test('G-4 the link is void once an owner exists', async () => {
    await addLink();
    await claim('waiting');
    await addLink();
    await expect(claim('agent')).rejects.toThrow('This site already has an owner.');
    expect(await owners()).toEqual([testAccounts.waiting]);
  });

  test('G-4 a wrong, an expired and an empty token are rejected', async () => {
    await addLink(-1);
    for (const text of [token, 'wrong', '']) {
      await expect(claim('waiting', text)).rejects.toMatchObject({ code: 'P0001', hint: expect.any(String) });
    }
    expect(await owners()).toEqual([]);
  });

  test('G-4 of two accounts that use the link at once, one becomes owner', async () => {
    await addLink();
    const sessions = [await database.open(), await database.open()] as const;
    const results = await Promise.allSettled([
      claim('waiting', token, sessions[0]),
      claim('agent', token, sessions[1]),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await owners()).toHaveLength(1);
  });

  test.each(['anonymous', 'banned', 'deleted'] as const)(
    'G-4 an account that is %s never becomes owner',
    async (caller) => {
      await addLink();
      await expect(claim(caller)).rejects.toThrow('Sign in to become the owner.');
    },
  );

  test('G-4 neither a visitor nor the secret key becomes owner', async () => {
    await addLink();
    expect(await catchErrorCode(claim('visitor'))).toBe('42501');
    expect(await catchErrorCode(claim('server'))).toBe('P0001');
  });
});

describe('G-4 roles', () => {
  test('G-4 open grants agent and editor, never owner; switched back, such accounts wait again', async () => {
    expect(await roles('open')).toEqual(['agent', 'editor']);
    expect(await roles('waiting')).toEqual([]);
  });

  test('G-4 open sign-up adds agent and editor to the role that an account has', async () => {
    await database.query(`update settings set sign_up_mode = 'open'`);
    expect(await roles('viewer')).toEqual(['agent', 'editor', 'viewer']);
    expect(await roles('agent')).toEqual(['agent', 'editor']);
    expect(await roles('anonymous')).toEqual([]);
  });

  test('G-4 a removed role has no effect from the next statement on', async () => {
    expect(await roles('editor')).toEqual(['editor']);
    await database.query(`delete from staff where user_id = $1`, [testAccounts.editor]);
    expect(await roles('editor')).toEqual([]);
    await database.query(`insert into staff values ($1, 'editor')`, [testAccounts.editor]);
  });
});

describe('G-4 closed sign-up: who can still get an account', () => {
  beforeEach(async () => {
    await database.query(`update settings set sign_up_mode = 'closed'`);
    await database.query(
      `insert into staff values ($1, 'owner') on conflict (user_id) do update set role = 'owner'`,
      [testAccounts.owner],
    );
  });

  test.each([
    ['by e-mail', {}],
    ['anonymously', { email: null, is_anonymous: true }],
  ])('G-4 while sign-up is closed, nobody signs up %s', async (_way, fields) => {
    await expect(signUp(fresh, fields)).rejects.toThrow('Sign-up is closed on this site.');
  });

  test('G-4 while sign-up is closed, an invited account is created', async () => {
    expect(await catchErrorCode(signUp(fresh, { invited_at: '2026-11-20' }))).toBeNull();
  });

  test('G-4 the first owner can sign up while a set-up link is good', async () => {
    await dropOwners();
    expect(await catchErrorCode(signUp(fresh))).toBe('P0001');
    await addLink();
    expect(await catchErrorCode(signUp(fresh))).toBeNull();
  });

  test('P-83 accounts are created while sign-up is open or needs approval', async () => {
    for (const mode of ['open', 'approval']) {
      await database.query(`update settings set sign_up_mode = $1`, [mode]);
      await database.query(`delete from auth.users where id = $1`, [fresh]);
      expect(await catchErrorCode(signUp(fresh))).toBeNull();
    }
  });
});

describe('G-44 profiles', () => {
  async function profile(id = fresh): Promise<Record<string, unknown> | undefined> {
    const rows = await database.query<Record<string, unknown>>(`select * from profiles where id = $1`, [id]);
    return rows[0];
  }

  test('G-44 a sign-up makes one from full_name; a strange name stops nothing', async () => {
    await signUp(fresh, { raw_user_meta_data: { full_name: '  Maude Tremblay-Okoye ' } });
    expect(await profile()).toMatchObject({
      full_name: 'Maude Tremblay-Okoye',
      email: `new-${fresh}@x.example`,
    });
    const names = ['x'.repeat(5000), '', null, 7, { a: 1 }];
    for (const [i, full_name] of names.entries()) {
      const id = `00000000-0000-4000-8000-0000000001${String(i).padStart(2, '0')}`;
      expect(await catchErrorCode(signUp(id, { raw_user_meta_data: { full_name } }))).toBeNull();
    }
  });

  test('P-158 G-44 the upsert of the settings page works with and without a row', async () => {
    const upsert = `
      insert into public.profiles (id, full_name, email, updated_at) values ($1, $2, 'forged@x.example', '2000-01-01')
      on conflict (id) do update
      set full_name = excluded.full_name, email = excluded.email, updated_at = excluded.updated_at`;
    for (const name of ['Once', 'Twice']) {
      await database.call('waiting', upsert, [testAccounts.waiting, name]);
      expect(await profile(testAccounts.waiting)).toMatchObject({
        full_name: name,
        email: 'waiting@fairlead.example',
      });
      await database.query(`delete from profiles where id = $1`, [testAccounts.waiting]);
    }
    const foreign = database.attempt('waiting', upsert, [testAccounts.agent, 'Taken']);
    expect(await catchErrorCode(foreign)).toBe('42501');
  });

  test('P-134 an account that changes its address has the new one in its profile', async () => {
    await signUp(fresh);
    await database.query(`update auth.users set email = 'newer@x.example' where id = $1`, [fresh]);
    expect(await profile()).toMatchObject({ email: 'newer@x.example' });
  });
});
