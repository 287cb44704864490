import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCluster, type Cluster } from '@fairlead/backend/testing';
import { checkDatabase } from './check-database.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
}, 60_000);
afterAll(() => cluster?.stop());

test('a database that no server was started with is called empty, not silent', async () => {
  const findings = await checkDatabase(cluster.connection);
  expect(findings).toContainEqual({
    what: 'database',
    finding: 'it is empty: no server has been started with it yet',
    fix: expect.stringContaining('DATABASE_URL'),
  });
  expect(findings.filter(({ finding }) => finding.includes('does not respond'))).toEqual([]);
});
