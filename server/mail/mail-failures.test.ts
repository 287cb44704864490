import { connect, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startProxyDyingInData, startTcpServer } from '@fairlead/backend/testing/fakes';
import {
  insertLeadAsOwner,
  startKillableWorker,
  testCleanups,
  makeOutboxDue,
  leadId,
  databasePool,
  startTestSmtpSink,
  startTestMailWorker,
  readDeliveryStates,
  queueReply,
  setUpMailWorkerFixture,
} from './mail-worker.fixture.ts';

setUpMailWorkerFixture();

/** A proxy in front of a mail server, or without one. */
async function startProxy(receive: (socket: Socket) => void): Promise<string> {
  const proxy = await startTcpServer(receive);
  testCleanups.unshift(proxy.close);
  return `smtp://${proxy.address}`;
}

describe('G-11 a mail server that fails loses and delays no mail', () => {
  test('G-11 a temporary rejection (451) is retried under the same Message-ID, and staff see why it waits', async () => {
    let busy = true;
    const sink = await startTestSmtpSink({ reject: () => (busy ? 451 : undefined) });
    startTestMailWorker(sink.url);
    await queueReply('Hello');
    await expect
      .poll(readDeliveryStates)
      .toEqual([{ state: 'recorded', problem: 'The mail server asked us to try again later (451).' }]);
    busy = false;
    await makeOutboxDue();
    await sink.mailTo('ana@roy.example');
    await expect.poll(readDeliveryStates).toEqual([{ state: 'sent', problem: null }]);
  });

  test('G-11 a permanent rejection (550) fails at once; retried by hand, it is the same mail', async () => {
    let unknown = true;
    const sink = await startTestSmtpSink({ reject: () => (unknown ? 550 : undefined) });
    startTestMailWorker(sink.url);
    await queueReply('Hello');
    await expect.poll(readDeliveryStates).toEqual([
      {
        state: 'failed',
        problem: 'The mail server refused this message or its address (550). Check the address.',
      },
    ]);
    unknown = false;
    await databasePool.query(`begin;
      select set_config('role', 'authenticated', true),
        set_config('request.jwt.claims', '{"role":"authenticated","sub":"00000000-0000-4000-8000-0000000000a3"}', true);
      select retry_reply((select id from lead_messages where lead_id = '${leadId}'));
      commit`);
    const { parsed } = await sink.mailTo('ana@roy.example');
    await expect.poll(readDeliveryStates).toEqual([{ state: 'sent', problem: null }]);
    const { rows } = await databasePool.query<{ id: string }>('select id from lead_messages');
    expect(parsed.messageId).toBe(`<reply-${rows[0]?.id}@mail.example>`);
  });

  test.each([
    ['a greeting of 554', 'greeting', 554],
    ['a greeting of 521', 'greeting', 521],
    ['a sender of 550', 'sender', 550],
    ['a sender of 530 (sign in first)', 'sender', 530],
    ['a recipient of 530 (sign in first)', 'recipient', 530],
    ['a sign-in of 535', 'sign-in', 535],
  ] as const)(
    'G-11 a mail that fails because of the mail server (%s), not the recipient, waits and is sent',
    async (_, stage, code) => {
      let isUnwilling = true;
      const sink = await startTestSmtpSink({
        rejectAt: (at) => (isUnwilling && at === stage ? code : undefined),
        reject: () => (isUnwilling && stage === 'recipient' ? code : undefined),
        ...(stage === 'sign-in' && {
          login: { user: 'us', password: 'secret', isRefused: () => isUnwilling },
        }),
      });
      startTestMailWorker(sink.url);
      await queueReply('Hello');
      const problem =
        stage === 'sign-in'
          ? 'The mail server refused our sign-in (535).'
          : `The mail server isn't accepting email from us right now (${code}).`;
      await expect.poll(readDeliveryStates).toEqual([{ state: 'recorded', problem }]);
      isUnwilling = false;
      await makeOutboxDue();
      await sink.mailTo('ana@roy.example');
      await expect.poll(readDeliveryStates).toEqual([{ state: 'sent', problem: null }]);
    },
  );

  test('while the mail server is down, replies are stored; they are sent when it is back', async () => {
    let isDown = true;
    const sink = await startTestSmtpSink({ isDown: () => isDown });
    startTestMailWorker(sink.url);
    await queueReply('One');
    await queueReply('Two');
    const unreachable = "We couldn't reach the mail server.";
    await expect.poll(async () => (await readDeliveryStates())[0]?.problem).toBe(unreachable);
    expect((await readDeliveryStates()).map(({ state }) => state)).toEqual(['recorded', 'recorded']);
    isDown = false;
    await makeOutboxDue();
    await sink.mailTo('ana@roy.example', 2);
    await expect
      .poll(async () => (await readDeliveryStates()).map(({ state }) => state))
      .toEqual(['sent', 'sent']);
    expect(sink.received.map(({ text }) => text.slice(0, 3))).toEqual(['One', 'Two']);
  });

  test('if no server listens, the problem states that it cannot be reached', async () => {
    startTestMailWorker('smtp://127.0.0.1:1');
    await queueReply('Hello');
    await expect
      .poll(readDeliveryStates)
      .toEqual([{ state: 'recorded', problem: "We couldn't reach the mail server." }]);
  });

  test('G-11 a server that fails during DATA gets the mail once, after it is back', async () => {
    const sink = await startTestSmtpSink();
    const proxy = await startProxyDyingInData(sink.url);
    testCleanups.unshift(proxy.close);
    startTestMailWorker(`smtp://${proxy.address}`);
    await queueReply('Hello');
    await expect.poll(proxy.countDeaths).toBe(1);
    await expect
      .poll(async () => (await readDeliveryStates())[0]?.problem)
      .toBe("We couldn't reach the mail server.");
    await makeOutboxDue();
    await expect.poll(readDeliveryStates).toEqual([{ state: 'sent', problem: null }]);
    expect(sink.received).toHaveLength(1);
  });

  test('a server without TLS gets no mail where smtps:// is configured', async () => {
    const sink = await startTestSmtpSink();
    startTestMailWorker(sink.url.replace('smtp:', 'smtps:'));
    await queueReply('Hello');
    await expect.poll(async () => (await readDeliveryStates())[0]?.problem).toMatch(/mail server/);
    expect((await readDeliveryStates())[0]?.state).toBe('recorded');
    expect(sink.received).toEqual([]);
  });

  test('two workers at once send each mail once, also while one mail hangs @audit', async () => {
    const sink = await startTestSmtpSink();
    let hangingSocket: Socket | undefined;
    const slowUrl = await startProxy((socket) => (hangingSocket ??= socket));
    const hanging = startTestMailWorker(slowUrl);
    await queueReply('Hangs');
    await expect.poll(() => hangingSocket).toBeDefined();
    startTestMailWorker(sink.url);
    startTestMailWorker(sink.url);
    for (let n = 0; n < 12; n++) await queueReply(`Reply ${n}`, await insertLeadAsOwner());
    await expect.poll(() => sink.received.length).toBeGreaterThanOrEqual(11);
    await hanging.stop();
    hangingSocket?.destroy();
    await expect
      .poll(async () => (await readDeliveryStates()).filter(({ state }) => state === 'sent').length)
      .toBeGreaterThanOrEqual(11);
    const ids = sink.received.map(({ parsed }) => parsed.messageId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('G-11 after kill -9 between sending and reporting, the mail arrives twice with one Message-ID', async () => {
    const sink = await startTestSmtpSink();
    let reportAccepted = (): void => {};
    const accepted = new Promise<void>((resolve) => (reportAccepted = resolve));
    const url = await startProxy((socket) => {
      const upstream = connect(Number(new URL(sink.url).port), '127.0.0.1');
      testCleanups.push(() => void upstream.destroy());
      upstream.on('error', () => {});
      socket.pipe(upstream);
      let isSent = false;
      // The mail server has accepted the message, but the sender does not get the response.
      upstream.on('data', (bytes) => {
        if (isSent && /^250/m.test(bytes.toString())) return reportAccepted();
        isSent ||= /^354/m.test(bytes.toString());
        return socket.write(bytes);
      });
    });
    await queueReply('Hello');
    const kill = startKillableWorker(url);
    await accepted;
    await kill();
    expect(await readDeliveryStates()).toEqual([{ state: 'recorded', problem: null }]);
    // The lease is still valid: another worker sends only mail that is not leased.
    startTestMailWorker(sink.url);
    await queueReply('Another', await insertLeadAsOwner());
    await sink.mailTo('cy@dow.example');
    await databasePool.query(`update private.outbox set leased_until = now()`);
    const second = await sink.mailTo('ana@roy.example', 2);
    expect(second.parsed.messageId).toBe(sink.received[0]?.parsed.messageId);
    await expect
      .poll(async () => (await readDeliveryStates()).map(({ state }) => state))
      .toEqual(['sent', 'sent']);
  });
});
