import { beforeEach, expect, test } from 'vitest';
import { testAccounts, setUpTestDatabase } from './test-database.ts';
import { resetToOneLead, queuedMailLeadId } from './queued-mail.ts';

const database = setUpTestDatabase();

beforeEach(() => resetToOneLead(database));

async function thread(): Promise<Record<string, unknown>[]> {
  return database.query<Record<string, unknown>>(
    'select message, sender_type, author_id, channel from lead_messages order by message',
  );
}

test.for(['lead', 'visitor', 'Ana Roy', 'ADMIN'])(
  'P-112 what staff write is from staff, also when they name “%s” as the sender; the secret key names any',
  async (sender) => {
    for (const caller of ['agent', 'owner', 'server'] as const)
      await database.call(
        caller,
        'insert into public.lead_messages (lead_id, message, sender_type) values ($1, $2, $3)',
        [queuedMailLeadId, `Yes, ${caller}`, sender],
      );
    expect(await thread()).toMatchObject([
      { message: 'Yes, agent', sender_type: 'admin', author_id: testAccounts.agent },
      { message: 'Yes, owner', sender_type: 'admin', author_id: testAccounts.owner },
      { message: 'Yes, server', sender_type: sender, author_id: null },
    ]);
  },
);

test('P-112 a message of a lead through another channel is stored with its author and channel', async () => {
  await database.call('agent', `select public.log_message($1, 'phone', true, 'By phone: yes')`, [
    queuedMailLeadId,
  ]);
  expect(await thread()).toMatchObject([
    { sender_type: 'lead', author_id: testAccounts.agent, channel: 'phone' },
  ]);
});
