import { beforeEach, describe, expect, test } from 'vitest';
import { saveAgencyFacts, setUpTestDatabase, type CallerName } from './test-database.ts';

const database = setUpTestDatabase();

beforeEach(async () => {
  await database.query('truncate leads, services cascade');
});

/** `times` are SQL expressions: when each lead arrived. */
async function addLeads(...times: string[]): Promise<void> {
  for (const time of times)
    await database.query(
      `insert into leads (name, email, created_at) values ('Ana', 'a@b.example', ${time})`,
    );
}

const midnight = `date_trunc('day', now() at time zone 'America/Toronto')`;

function days(caller: CallerName): Promise<{ day: string; total: number }[]> {
  return database.attempt<{ day: string; total: number }>(
    caller,
    'select day::text, total::int from public.leads_by_day()',
  );
}

function services(caller: CallerName): Promise<[string | null, number][]> {
  return database.as(caller, async (session) => {
    const rows = await session.query<{ service: string | null; total: number }>(
      'select service, total::int from public.leads_by_service()',
    );
    return rows.map(({ service, total }) => [service, total]);
  });
}

function sources(caller: CallerName): Promise<[string, string | null, number, number][]> {
  return database.as(caller, (session) =>
    session.column<[string, string | null, number, number]>(
      'select json_build_array(kind, source, total, qualified) as row from public.leads_by_source()',
    ),
  );
}

describe('the leads of the last 30 days', () => {
  test('30 days in Toronto, today last; a lead belongs to the day that Toronto had', async () => {
    await addLeads(
      'now()',
      `(${midnight} at time zone 'America/Toronto')`,
      `(${midnight} at time zone 'America/Toronto') - interval '1 second'`,
      `((${midnight} - interval '29 days') at time zone 'America/Toronto')`,
      `((${midnight} - interval '29 days') at time zone 'America/Toronto') - interval '1 second'`,
    );
    const found = await days('viewer');
    expect(found).toHaveLength(30);
    expect(found.map(({ total }) => total)).toEqual([1, ...Array(27).fill(0), 1, 2]);
    const today = await database.value<string>(
      `select (now() at time zone 'America/Toronto')::date::text as today`,
    );
    expect(found.at(-1)?.day).toBe(today);
    expect(new Set(found.map(({ day }) => day)).size).toBe(30);
  });

  test('days and midnight are those of the agency’s time zone', async () => {
    const zones = await database.query<{ zone: string }>(
      `select zone from unnest(array['Pacific/Pago_Pago', 'Pacific/Kiritimati']) as zone
        where (now() at time zone zone)::date <> (now() at time zone 'America/Toronto')::date limit 1`,
    );
    const zone = zones[0]!.zone;
    await saveAgencyFacts(database, { timeZone: zone });
    const there = `date_trunc('day', now() at time zone '${zone}') at time zone '${zone}'`;
    await addLeads(there, `${there} - interval '1 second'`, `${there} - interval '29 days 2 hours'`);
    const found = await days('viewer');
    await saveAgencyFacts(database, {});
    expect(found.map(({ total }) => total)).toEqual([...Array(28).fill(0), 1, 1]);
    const rows = await database.query<{ today: string; toronto: string }>(
      `select (now() at time zone $1)::date::text as today, (now() at time zone 'America/Toronto')::date::text as toronto`,
      [zone],
    );
    expect(found.at(-1)?.day).toBe(rows[0]?.today);
    expect(rows[0]?.toronto).not.toBe(rows[0]?.today);
  });

  test('by service, as it is called today, two of one name as one; a deleted one keeps its name; older leads do not count', async () => {
    await database.query(
      `insert into services (id, name, slug) values
         ('50000000-0000-4000-8000-000000000001', 'Audit', 'audit'),
         ('50000000-0000-4000-8000-000000000002', 'Search', 'search'),
         ('50000000-0000-4000-8000-000000000003', 'Full audit', 'other-audit')`,
    );
    await database.query(
      `insert into leads (name, email, service_id, created_at) values
         ('A', 'a@b.example', '50000000-0000-4000-8000-000000000001', now()),
         ('B', 'b@b.example', '50000000-0000-4000-8000-000000000001', now()),
         ('C', 'c@b.example', '50000000-0000-4000-8000-000000000001', now() - interval '31 days'),
         ('D', 'd@b.example', '50000000-0000-4000-8000-000000000002', now()),
         ('H', 'h@b.example', '50000000-0000-4000-8000-000000000003', now()),
         ('E', 'e@b.example', null, now()),
         ('F', 'f@b.example', null, now()),
         ('G', 'g@b.example', null, now())`.replaceAll(/'([A-H])',/g, "'Lead $1',"),
    );
    await database.query(`update services set name = 'Full audit' where slug = 'audit'`);
    await database.query(`delete from services where slug = 'search'`);
    expect(await services('viewer')).toEqual([
      ['Full audit', 3],
      ['Search', 1],
      [null, 3],
    ]);
  });

  test('by source, 90 days: campaigns, sites, the API and the rest, with how many are qualified', async () => {
    await database.query(
      `insert into leads (name, email, status, created_at, origin, referrer_host, campaign_source)
       select 'Ana', 'a@b.example', status, now() - age, origin, host, campaign
       from (values
         ('new', interval '0 days', 'site', 'google.com', null),
         ('qualified', interval '89 days', 'site', 'google.com', null),
         ('qualified', interval '91 days', 'site', 'google.com', null),
         ('new', interval '1 day', 'site', 'google.com', 'google.com'),
         ('new', interval '0 days', 'api', null, null),
         ('qualified', interval '0 days', 'site', null, null),
         ('contacted', interval '0 days', 'site', null, null),
         ('contacted', interval '0 days', null, null, null)
       ) as lead (status, age, origin, host, campaign)`,
    );
    expect(await sources('viewer')).toEqual([
      ['direct', null, 3, 1],
      ['site', 'google.com', 2, 1],
      ['api', null, 1, 0],
      ['campaign', 'google.com', 1, 0],
    ]);
  });

  test.each(['viewer', 'agent', 'editor', 'owner', 'open'] as const)(
    'a caller of kind %s reads the numbers',
    async (caller) => {
      await addLeads('now()');
      expect((await days(caller)).at(-1)?.total).toBe(1);
      expect(await services(caller)).toEqual([[null, 1]]);
      expect(await sources(caller)).toEqual([['direct', null, 1, 0]]);
    },
  );

  test.each(['waiting', 'anonymous', 'banned', 'deleted'] as const)(
    'a caller of kind %s reads no numbers',
    async (caller) => {
      await addLeads('now()');
      expect(await days(caller)).toEqual([]);
      expect(await services(caller)).toEqual([]);
      expect(await sources(caller)).toEqual([]);
    },
  );

  test('a visitor may not call the functions', async () => {
    await expect(days('visitor')).rejects.toMatchObject({ code: '42501' });
    await expect(services('visitor')).rejects.toMatchObject({ code: '42501' });
    await expect(sources('visitor')).rejects.toMatchObject({ code: '42501' });
  });
});

describe('G-46 how many leads name a service', () => {
  const service = '50000000-0000-4000-8000-000000000009';

  function count(caller: CallerName): Promise<number | undefined> {
    return database.as(caller, (session) =>
      session.value<number>('select public.count_service_leads($1) as n', [service]),
    );
  }

  test('an editor gets the number, an account without a role does not, a visitor may not call; past 1,000 it is "more"', async () => {
    await database.query(`insert into services (id, name, slug) values ('${service}', 'Audit', 'audit')`);
    await addLeads('now()');
    await database.query(`update leads set service_id = '${service}'`);
    await addLeads('now()');
    expect(await count('editor')).toBe(1);
    expect(await count('waiting')).toBe(0);
    await expect(count('visitor')).rejects.toMatchObject({ code: '42501' });
    await database.query(
      `insert into leads (name, email, service_id) select 'Ana', 'a@b.example', '${service}' from generate_series(1, 1200)`,
    );
    expect(await count('viewer')).toBe(1001);
  });
});
