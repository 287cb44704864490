import { beforeEach, describe, expect, test } from 'vitest';
import { insertLead, readAuditEntries, readDatabaseTime } from './audit-entries.ts';
import { testAccounts, setUpTestDatabase, catchErrorCode } from './test-database.ts';

const database = setUpTestDatabase();
const { call, callError, callValue } = database;
let since: string;

beforeEach(async () => {
  since = await readDatabaseTime(database);
});

describe('B-80 team, settings and sign-ins', () => {
  test('roles, also by the command, and accounts', async () => {
    await call('owner', `select give_role($1, 'viewer')`, [testAccounts.waiting]);
    await call('owner', `select give_role($1, 'agent')`, [testAccounts.waiting]);
    await database.query(`update staff set role = 'editor' where user_id = $1`, [testAccounts.waiting]);
    await call('owner', 'select remove_from_team($1)', [testAccounts.waiting]);
    const role = { kind: 'staff', name: 'Waiting Person (waiting@fairlead.example)' };
    expect(await readAuditEntries(database, since)).toEqual([
      { ...role, who: 'Owner Person', action: 'role_given', details: ['viewer'] },
      { ...role, who: 'Owner Person', action: 'role_changed', details: ['agent'] },
      { ...role, action: 'role_changed', details: ['editor'] },
      { ...role, who: 'Owner Person', action: 'role_taken', details: ['editor'] },
    ]);
  });

  test('B-401 an account that was changed or deleted is named with its address, until an erasure', async () => {
    const [email, stranger] = ['x'.repeat(180) + '@fairlead.example', crypto.randomUUID()];
    await database.query(`insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, '{}')`, [
      stranger,
      email,
    ]);
    await call('owner', `select give_role($1, 'viewer')`, [stranger]);
    await call('owner', 'select remove_from_team($1)', [stranger]);
    await call('owner', 'select delete_waiting_account($1)', [stranger]);
    const names = async () =>
      (await readAuditEntries(database, since)).map((entry) => ('name' in entry ? entry.name : undefined));
    expect(new Set(await names())).toEqual(new Set([email]));
    await database.query(`select private.erase_from_audit_log('{}', $1)`, [email]);
    expect(new Set(await names())).toEqual(new Set([undefined]));
  });

  test("the team's rules and the agency's details, by the names of fields", async () => {
    await call('owner', 'select require_second_factor(true)', [], { claims: { aal: 'aal2' } });
    await call('owner', 'select require_second_factor(false)', [], { claims: { aal: 'aal2' } });
    await call('owner', 'select set_retention_months(12)');
    await call('owner', 'select set_retention_months(24)');
    const save = `insert into agency_settings (facts, texts, based_on, restored_from) values ($1, $2, $3, $4) returning id`;
    const saved = await callValue('owner', save, ['{"name": "Maple"}', '{}', null, null]);
    const texts = JSON.stringify({ 'en-CA': { heroTitle: 'Secret words' } });
    await call('owner', save, ['{"name": "Birch"}', texts, saved, saved]);
    const owner = { who: 'Owner Person' };
    expect(await readAuditEntries(database, since)).toEqual([
      { ...owner, action: 'changed', kind: 'require_second_factor', details: ['true'] },
      { ...owner, action: 'changed', kind: 'require_second_factor', details: ['false'] },
      { ...owner, action: 'changed', kind: 'retention_months', details: ['12'] },
      { ...owner, action: 'changed', kind: 'retention_months', details: ['24'] },
      { ...owner, action: 'changed', kind: 'agency_settings', details: ['name'] },
      { ...owner, action: 'restored', kind: 'agency_settings', details: ['heroTitle', 'name'] },
    ]);
  });

  test('sign-ins of accounts with a role, factors, passwords and recovery codes', async () => {
    const sign = (account: string) =>
      database.value<string>(
        `insert into auth.sessions (user_id, ip) values ($1, '2001:db8:12:34::5') returning id`,
        [account],
      );
    await sign(testAccounts.waiting);
    const session = await sign(testAccounts.agent);
    await database.query(
      `insert into auth.mfa_factors (user_id, factor_type, status, created_at)
       values ($1, 'totp', 'unverified', now() - interval '1 hour')`,
      [testAccounts.agent],
    );
    await database.query(`update auth.mfa_factors set status = 'verified' where user_id = $1`, [
      testAccounts.agent,
    ]);
    await database.query(`update auth.sessions set aal = 'aal2' where id = $1`, [session]);
    const claims = { session_id: session, aal: 'aal2' };
    const codes = await callValue<string[]>('agent', 'select make_recovery_codes()', [], { claims });
    await call('agent', `select use_recovery_code('wrong')`, [], { claims });
    await call('agent', 'select use_recovery_code($1)', [codes[0]], { claims });
    await database.query(`update auth.users set encrypted_password = 'x' where id = $1`, [
      testAccounts.agent,
    ]);
    const agent = { who: 'Agent Person' };
    expect(await readAuditEntries(database, since)).toEqual([
      { ...agent, action: 'signed_in', kind: 'session' },
      { ...agent, action: 'factor_added', kind: 'factor' },
      { ...agent, action: 'second_factor', kind: 'session' },
      { ...agent, action: 'recovery_code_wrong', kind: 'factor' },
      { ...agent, action: 'recovery_code_used', kind: 'factor' },
      { ...agent, action: 'factor_removed', kind: 'factor' },
      { ...agent, action: 'password_changed', kind: 'account' },
    ]);
    const networks = await database.query(
      `select distinct network from audit_log where action in ('signed_in', 'second_factor')`,
    );
    expect(networks).toEqual([{ network: '2001:db8:12::/48' }]);
  });

  test('wrong passwords and codes, ten within an hour are two entries; nothing of strangers', async () => {
    const fail = (kind: string, account: string | null, email: string | null) =>
      call('server', 'select record_failed_sign_in($1, $2, $3, $4)', [kind, account, email, '203.0.113.7']);
    for (let guess = 0; guess < 11; guess += 1) await fail('password', null, ' Agent@fairlead.example');
    await fail('code', testAccounts.agent, null);
    await fail('password', null, 'nobody@fairlead.example');
    await fail('password', null, 'waiting@fairlead.example');
    const agent = { who: 'Agent Person', kind: 'account' };
    expect(await readAuditEntries(database, since)).toEqual([
      { ...agent, action: 'password_wrong', amount: 1 },
      { ...agent, action: 'password_wrong', amount: 10 },
      { ...agent, action: 'code_wrong', amount: 1 },
    ]);
    await database.query(`update private.failed_sign_ins set begun_at = begun_at - interval '1 hour'`);
    await fail('password', null, 'agent@fairlead.example');
    expect(await readAuditEntries(database, since)).toHaveLength(4);
  });

  test('B-273 the email address is beside the name, which anyone may choose, and an erasure removes both', async () => {
    await call('agent', `update profiles set full_name = 'Owner Person' where id = $1`, [testAccounts.agent]);
    for (const caller of ['agent', 'owner'] as const)
      await call(caller, `update leads set status = 'contacted' where id = $1`, [
        await insertLead(database, `Lead of ${caller}`),
      ]);
    const emails = () =>
      database.query(
        'select distinct account_name as name, account_email as email from audit_log where created_at > $1 and account_id is not null order by 2',
        [since],
      );
    expect(await emails()).toEqual([
      { name: 'Owner Person', email: 'agent@fairlead.example' },
      { name: 'Owner Person', email: 'owner@fairlead.example' },
    ]);
    const accounts = await call('owner', 'select * from audit_accounts()');
    expect(accounts).toContainEqual({
      account_id: testAccounts.agent,
      account_name: 'Owner Person',
      account_email: 'agent@fairlead.example',
    });
    await call('agent', `update profiles set full_name = 'Agent Person' where id = $1`, [testAccounts.agent]);
    await database.query(`select private.erase_from_audit_log('{}', 'agent@fairlead.example')`);
    expect(await emails()).toEqual([
      { name: 'Owner Person', email: 'owner@fairlead.example' },
      { name: null, email: null },
    ]);
  });

  test('an entry has the network of its caller, not the address', async () => {
    const networks: unknown[] = [];
    for (const address of ['203.0.113.7', '2001:db8:12:34::5', 'forged']) {
      await call('editor', `insert into categories (name) values ($1)`, [address], {
        headers: { 'x-forwarded-for': address },
      });
      const network = await database.value<string | null>(
        'select network from audit_log order by created_at desc limit 1',
      );
      networks.push(network);
    }
    expect(networks).toEqual(['203.0.113.0/24', '2001:db8:12::/48', null]);
  });
});

describe('B-80 nobody changes an entry', () => {
  test.each(['visitor', 'waiting', 'viewer', 'agent', 'editor', 'owner', 'open', 'server'] as const)(
    'a caller of kind %s cannot write, change or delete an entry',
    async (caller) => {
      for (const attempt of [
        `insert into audit_log (area, action, kind) values ('leads', 'x', 'x')`,
        `update audit_log set account_name = 'Somebody else'`,
        'delete from audit_log',
        'truncate audit_log',
        `select private.audit('leads', 'x', 'x')`,
        `select private.erase_from_audit_log('{}', 'owner@fairlead.example')`,
      ]) {
        expect(await callError(caller, attempt), attempt).toBe('42501');
      }
    },
  );

  test('a function with the rights of the database owner changes no entry, except for an erasure or after 24 months', async () => {
    for (const attempt of [
      `update audit_log set account_name = 'Somebody else'`,
      `update audit_log set created_at = now() - interval '3 years'`,
      `update audit_log set details = '{}' where details <> '{}'`,
      'delete from audit_log',
      'truncate audit_log',
    ]) {
      expect(await catchErrorCode(database.query(attempt)), attempt).toBe('42501');
    }
  });

  test('entries older than 24 months are deleted in batches', async () => {
    await database.query(
      `insert into audit_log (area, action, kind, created_at)
       select 'leads', 'old', 'leads', now() - interval '1 day' * days from unnest(array[729, 750, 800]) as days`,
    );
    const old = async () => (await database.query(`select 1 from audit_log where action = 'old'`)).length;
    await call('server', 'select delete_expired_audit_entries(1)');
    expect(await old()).toBe(2);
    await call('server', 'select delete_expired_audit_entries()');
    expect(await old()).toBe(1);
  });
});

test('B-80 an erasure takes a person out of the log and leaves what was done', async () => {
  const id = await insertLead(database, 'Cy Dow');
  await call('agent', `update leads set status = 'contacted' where id = $1`, [id]);
  const mine = await insertLead(database, 'Vi Ewer');
  await call('agent', `update leads set status = 'contacted' where id = $1`, [mine]);
  const from = { headers: { 'x-forwarded-for': '203.0.113.7' } };
  await call('owner', `select give_role($1, 'editor')`, [testAccounts.viewer], from);
  await call(
    'viewer',
    `insert into categories (name) values ('Theirs'), ('For Viewer@Fairlead.example')`,
    [],
    from,
  );
  const erased = await database.value<number>(
    `select private.erase_from_audit_log(array[$1]::uuid[], ' Viewer@Fairlead.example ') as erased`,
    [id],
  );
  expect(erased).toBeGreaterThan(2);
  const left = await database.query(
    `select action, kind, account_name, network, record_id, record_name from audit_log
     where created_at > $1 order by created_at`,
    [since],
  );
  const nobody = { account_name: null, network: null };
  expect(left).toEqual([
    {
      action: 'status',
      kind: 'leads',
      account_name: 'Agent Person',
      network: null,
      record_id: null,
      record_name: null,
    },
    {
      action: 'status',
      kind: 'leads',
      account_name: 'Agent Person',
      network: null,
      record_id: mine,
      record_name: null,
    },
    expect.objectContaining({ action: 'role_changed', account_name: 'Owner Person', record_name: null }),
    expect.objectContaining({ action: 'created', kind: 'categories', record_name: 'Theirs', ...nobody }),
    expect.objectContaining({ action: 'created', kind: 'categories', record_name: null, ...nobody }),
  ]);
  const repeated = await database.value<number>(
    `select private.erase_from_audit_log(array[$1]::uuid[], 'viewer@fairlead.example') as erased`,
    [id],
  );
  expect(repeated).toBe(0);
});
