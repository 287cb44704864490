import { expect, test } from 'vitest';
import { readAuditEntries, readDatabaseTime } from './audit-entries.ts';
import { policyCallers } from './policy-matrix.ts';
import { setUpTestDatabase, type CallerName } from './test-database.ts';

const database = setUpTestDatabase();
const { call, callError } = database;
const lead = '1ead0000-0000-4000-8000-0000000000b1';

test('B-122 a lead with a number alone gets an address once, in the audit log, and can be answered then', async () => {
  const since = await readDatabaseTime(database);
  await call(
    'agent',
    `select add_lead($1, '{"name": "Bo Lind", "phone": "604-555-0199"}', null, 'phone', true)`,
    [lead],
  );
  const give = (caller: CallerName, email: string) =>
    callError(caller, 'select add_lead_email($1, $2)', [lead, email]);
  for (const caller of policyCallers)
    if (!['agent', 'owner', 'open'].includes(caller))
      expect(await give(caller, 'bo@lind.example')).toBe('42501');
  expect(await give('agent', ' ')).toBe('P0001');
  expect(await give('agent', 'bo@')).toBe('23514');
  expect(await give('agent', ' bo@lind.example ')).toBeNull();
  expect(await give('agent', 'other@lind.example')).toBe('P0001');
  const rows = await database.query('select email, origin from leads');
  expect(rows).toMatchObject([{ email: 'bo@lind.example', origin: 'staff' }]);
  expect(await readAuditEntries(database, since)).toContainEqual({
    who: 'Agent Person',
    action: 'changed',
    kind: 'leads',
    details: ['email'],
  });
});
