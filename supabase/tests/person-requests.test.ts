import { beforeAll, expect, test } from 'vitest';
import { policyCallers } from './policy-matrix.ts';
import { setUpTestDatabase, type CallerName } from './test-database.ts';

const database = setUpTestDatabase();

const id = (last: string) => `1ead0000-0000-4000-8000-0000000000${last}`;
const [first, second, byPhone, stranger, erased, extension] = [
  id('01'),
  id('02'),
  id('03'),
  id('04'),
  id('05'),
  id('06'),
] as [string, string, string, string, string, string];

beforeAll(async () => {
  await database.query(
    `insert into services (id, name, slug) values ('50000000-0000-4000-8000-000000000001', 'Audit', 'audit')`,
  );
  await database.query(
    `insert into leads (id, name, email, phone, message, service_id, status, created_at) values
       ($1, 'Ana Roy', 'ana@roy.example', '604-555-0112', e'Our first\n\n request', '50000000-0000-4000-8000-000000000001',
         'contacted', '2026-01-01'),
       ($2, 'Ana Roy', 'ANA@Roy.example', null, 'The second', null, 'new', '2026-02-01'),
       ($3, 'A. Roy', 'office@roy.example', '+1 (604)555-0112 x7', null, null, 'new', '2026-03-01'),
       ($4, 'Bo Lind', 'bo@lind.example', '604-555-0199', null, null, 'new', '2026-04-01'),
       ($5, 'Erased', 'erased@erased.invalid', null, null, null, 'new', '2026-05-01'),
       ($6, 'Ed Wye', 'ed@wye.example', 'ext 12345', null, null, 'new', '2026-06-01'),
       ('${id('07')}', 'Cy Wye', 'cy@wye.example', 'ext 12345', null, null, 'new', '2026-06-02'),
       ('${id('08')}', 'Erased', 'erased@erased.invalid', null, null, null, 'new', '2026-05-02')`,
    [first, second, byPhone, stranger, erased, extension],
  );
  await database.query(`update leads set erased_at = now() where email like 'erased@%'`);
  await database.query(
    `insert into quarantined_leads (name, email, phone) values ('Ana Roy', 'ana@roy.example', '604-555-0112')`,
  );
});

function related(caller: CallerName, leads: readonly string[]) {
  return database.attempt<Record<string, unknown>>(caller, 'select * from related_leads($1)', [leads]);
}

function personLeads(caller: CallerName, lead: string, rest = '') {
  return database.as(caller, (session) =>
    session.column<string>(`select id from person_leads($1${rest})`, [lead]),
  );
}

test('B-104 a page of leads gets the other requests of each person, by address in any letter case or by number', async () => {
  const rows = await related('agent', [first, second, byPhone, stranger]);
  expect(rows.map((row) => [row['lead_id'], row['id'], row['total']])).toEqual([
    [first, byPhone, 2],
    [first, second, 2],
    [second, first, 1],
    [byPhone, first, 1],
  ]);
  expect(rows.find((row) => row['lead_id'] === second)).toMatchObject({
    service_name: 'Audit',
    status: 'contacted',
    words: 'Our first request',
  });
});

test('B-104 quarantined requests are not counted, erased people have no requests, and an extension is no number', async () => {
  expect(await related('agent', [erased, extension])).toEqual([]);
  expect(await personLeads('agent', erased)).toEqual([]);
});

test('B-104 all requests of a person, newest first, a page at a time', async () => {
  expect(await personLeads('agent', first)).toEqual([byPhone, second, first]);
  expect(await personLeads('agent', first, `, '2026-03-01', '${byPhone}', 1`)).toEqual([second]);
});

test.each(policyCallers)(
  'B-104 a caller of kind %s reads the other leads of a person if it may read leads',
  async (caller) => {
    const mayRead = ['agent', 'owner', 'open'].includes(caller);
    const reads = [() => related(caller, [second]), () => personLeads(caller, stranger)];
    for (const read of reads) {
      if (caller === 'visitor') await expect(read()).rejects.toMatchObject({ code: '42501' });
      else expect(await read()).toHaveLength(mayRead ? 1 : 0);
    }
  },
);

test('B-104 for a person with many requests, the newest ten are listed and up to a hundred counted', async () => {
  const rows = await database.attempt<{ total: number }>(
    'agent',
    'select * from related_leads($1)',
    [[stranger, stranger]],
    {
      before: `insert into leads (name, email, created_at)
        select 'Bo Lind', 'bo@lind.example', now() - i * interval '1 hour' from generate_series(1, 300) as i`,
    },
  );
  expect(rows.map(({ total }) => total)).toEqual(Array.from({ length: 10 }, () => 101));
});
