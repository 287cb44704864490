import { expect, test } from 'vitest';
import { createSecretKeyClient } from '../../site/app/data/server-settings.ts';
import {
  testCleanups,
  connectedBackend,
  databasePool,
  setUpMailWorkerFixture,
} from '../mail/mail-worker.fixture.ts';
import { startPublishingDueDrafts } from './publish-due-drafts.ts';

setUpMailWorkerFixture();

test('B-552 a change that was due while the server was off is published when it starts, without a wait for the interval', async () => {
  const id = '50000000-0000-4000-8000-000000000001';
  await databasePool.query(`
    insert into services (id, name, slug, is_published) values ('${id}', 'Before', 'before', true);
    insert into content_versions (kind, record_id, version, state, record)
      select kind, record_id, 2, 'draft', record || '{"name": "After"}' from content_versions
      where record_id = '${id}' and version = 1;
    insert into content_heads (kind, record_id, draft, draft_base, scheduled, scheduled_base, due_at, zone)
      values ('services', '${id}', 2, 1, 2, 1, now() - interval '3 days', 'America/St_Johns')`);
  const client = createSecretKeyClient(connectedBackend.access, connectedBackend.keys);
  const names = async () => (await databasePool.query('select name from services')).rows;
  expect(await names()).toEqual([{ name: 'Before' }]);
  testCleanups.push(startPublishingDueDrafts(client).stop);
  await expect.poll(names).toEqual([{ name: 'After' }]);
});
