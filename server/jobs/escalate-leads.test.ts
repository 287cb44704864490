import { beforeEach, describe, expect, test } from 'vitest';
import { startTcpServer } from '@fairlead/backend/testing/fakes';
import { createSecretKeyClient } from '../../site/app/data/server-settings.ts';
import {
  insertLeadAsOwner,
  testCleanups,
  colleagueId,
  connectedBackend,
  databasePool,
  setUpMailWorkerFixture,
  startKillableWorker,
  startTestSmtpSink,
  startTestMailWorker,
} from '../mail/mail-worker.fixture.ts';
import { startLeadEscalations } from './escalate-leads.ts';

setUpMailWorkerFixture();

const to = 'maude@fairlead.example';

beforeEach(() => databasePool.query('delete from private.staff_mail'));

async function makeLate(lead: string): Promise<void> {
  await databasePool.query('update leads set assignee_id = $2 where id = $1', [lead, colleagueId]);
  await databasePool.query('update leads_needing_reply set escalate_at = now() where lead_id = $1', [lead]);
}

async function startServer(smtpUrl: string): Promise<void> {
  const client = createSecretKeyClient(connectedBackend.access, connectedBackend.keys);
  const escalations = startLeadEscalations(client, 20);
  testCleanups.push(escalations.stop);
  startTestMailWorker(smtpUrl);
  // Mail that a killed process had claimed is free when its lease ends.
  await databasePool.query('update private.outbox set leased_until = now()');
}

const late = async () =>
  (await databasePool.query(`select from private.staff_notifications where kind = 'late'`)).rowCount;

describe('B-119 a server that is killed while it notifies of late leads', () => {
  test('B-119 a mail whose server ends between claim and sending is sent once, by the next server', async () => {
    await makeLate(await insertLeadAsOwner());
    const silent = await startTcpServer();
    testCleanups.unshift(silent.close);
    const kill = startKillableWorker(`smtp://${silent.address}`, true);
    // On a busy machine, a process takes seconds to start.
    await expect.poll(() => silent.sockets.size, { timeout: 25_000 }).toBeGreaterThan(0);
    await kill();
    expect(await late()).toBe(1);
    const sink = await startTestSmtpSink();
    await startServer(sink.url);
    expect((await sink.mailTo(to)).subject).toBe('Past your response-time target: Cy Dow');
    await expect.poll(late).toBe(0);
    const { rows } = await databasePool.query('select escalate_waiting_leads() as again');
    expect(rows).toEqual([{ again: 0 }]);
    expect([sink.received.length, await late()]).toEqual([1, 0]);
  });

  test('B-119 however often and whenever a server ends, each late lead is named in a mail @audit', async () => {
    const sink = await startTestSmtpSink();
    const rounds = 8;
    const leads: string[] = [];
    for (let round = 0; round < rounds; round++) {
      await databasePool.query('delete from private.staff_mail');
      const lead = await insertLeadAsOwner();
      leads.push(lead);
      await makeLate(lead);
      const kill = startKillableWorker(sink.url, true);
      const { length } = sink.received;
      await expect.poll(async () => ((await late()) ?? 0) + sink.received.length).toBeGreaterThan(length);
      await kill();
      await databasePool.query('update private.outbox set leased_until = now(), next_try_at = now()');
    }
    await startServer(sink.url);
    await expect
      .poll(async () => {
        // the claims of a killed process may end later in the database; what is escalated now waits 15 minutes
        await databasePool.query(
          'update private.outbox set leased_until = now(); delete from private.staff_mail',
        );
        return late();
      })
      .toBe(0);
    const words = sink.received.map(({ text }) => text).join('\n');
    expect(leads.filter((lead) => !words.includes(`person=${lead}`))).toEqual([]);
  });
});
