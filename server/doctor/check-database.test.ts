import { expect, test } from 'vitest';
import { startCluster } from '@fairlead/backend/testing';
import { setUp } from '@fairlead/backend/testing/set-up';
import { checkDatabase } from './check-database.ts';

const cluster = setUp(startCluster);

test('a database that no server was started with is called empty, not silent', async () => {
  const findings = await checkDatabase(cluster.connection);
  expect(findings).toContainEqual({
    what: 'database',
    finding: 'it is empty: no server has been started with it yet',
    fix: expect.stringContaining('DATABASE_URL'),
  });
  expect(findings.filter(({ finding }) => finding.includes('does not respond'))).toEqual([]);
});
