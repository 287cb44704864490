import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import {
  addLead,
  startKillableWorker,
  ends,
  hurry,
  lead,
  database,
  startSink,
  startWorker,
  states,
  write,
} from './mail-worker.fixture.ts';

/** A door in front of a mail server, or of nothing; answers its address. */
async function startDoor(receive: (socket: Socket) => void, scheme = 'smtp'): Promise<string> {
  const sockets = new Set<Socket>();
  const door = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    receive(socket);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  ends.unshift(() => {
    for (const socket of sockets) socket.destroy();
    door.close();
  });
  return `${scheme}://127.0.0.1:${(door.address() as AddressInfo).port}`;
}

describe('G-11 a mail server in trouble loses and delays nothing', () => {
  test('G-11 "later" is tried again under the same Message-ID, and staff read why it waits', async () => {
    let busy = true;
    const sink = await startSink({ refuse: () => (busy ? 451 : undefined) });
    startWorker(sink.url);
    await write('Hello');
    await expect
      .poll(states)
      .toEqual([{ state: 'recorded', problem: 'The mail server asked us to try again later (451).' }]);
    busy = false;
    await hurry();
    await sink.mailTo('ana@roy.example');
    await expect.poll(states).toEqual([{ state: 'sent', problem: null }]);
  });

  test('G-11 "no" is failed at once; sent again by hand, it is the same mail', async () => {
    let unknown = true;
    const sink = await startSink({ refuse: () => (unknown ? 550 : undefined) });
    startWorker(sink.url);
    await write('Hello');
    await expect.poll(states).toEqual([
      {
        state: 'failed',
        problem: 'The mail server refused this message or its address (550). Check the address.',
      },
    ]);
    unknown = false;
    await database.query(`begin;
      select set_config('role', 'authenticated', true),
        set_config('request.jwt.claims', '{"role":"authenticated","sub":"00000000-0000-4000-8000-0000000000a3"}', true);
      select retry_reply((select id from lead_messages where lead_id = '${lead}'));
      commit`);
    const { parsed } = await sink.mailTo('ana@roy.example');
    await expect.poll(states).toEqual([{ state: 'sent', problem: null }]);
    const { rows } = await database.query<{ id: string }>('select id from lead_messages');
    expect(parsed.messageId).toBe(`<reply-${rows[0]?.id}@mail.example>`);
  });

  test('a server that is away: replies are written all the same, and go out when it is back', async () => {
    let isAway = true;
    const sink = await startSink({ isAway: () => isAway });
    startWorker(sink.url);
    await write('One');
    await write('Two');
    const unreachable = "We couldn't reach the mail server.";
    await expect.poll(async () => (await states())[0]?.problem).toBe(unreachable);
    expect((await states()).map(({ state }) => state)).toEqual(['recorded', 'recorded']);
    isAway = false;
    await hurry();
    await sink.mailTo('ana@roy.example', 2);
    await expect.poll(async () => (await states()).map(({ state }) => state)).toEqual(['sent', 'sent']);
    expect(sink.received.map(({ text }) => text.slice(0, 3))).toEqual(['One', 'Two']);
  });

  test('a server that nobody runs is one that cannot be reached', async () => {
    startWorker('smtp://127.0.0.1:1');
    await write('Hello');
    await expect.poll(states).toEqual([{ state: 'recorded', problem: "We couldn't reach the mail server." }]);
  });

  test('G-11 a server that dies in mid-sentence gets the mail again when it is back, once', async () => {
    const sink = await startSink();
    let deaths = 0;
    const url = await startDoor((socket) => {
      const behind = connect(Number(new URL(sink.url).port), '127.0.0.1');
      behind.on('error', () => {});
      socket.pipe(behind).pipe(socket);
      // The answer to DATA: the message itself is on its way.
      behind.on('data', (bytes) => {
        if (!/^354/m.test(bytes.toString()) || deaths > 0) return;
        deaths += 1;
        socket.destroy();
        behind.destroy();
      });
    });
    startWorker(url);
    await write('Hello');
    await expect.poll(() => deaths).toBe(1);
    await expect.poll(async () => (await states())[0]?.problem).toBe("We couldn't reach the mail server.");
    await hurry();
    await expect.poll(states).toEqual([{ state: 'sent', problem: null }]);
    expect(sink.received).toHaveLength(1);
  });

  test('a server that speaks no TLS where TLS is asked for is no place for mail', async () => {
    const sink = await startSink();
    startWorker(sink.url.replace('smtp:', 'smtps:'));
    await write('Hello');
    await expect.poll(async () => (await states())[0]?.problem).toMatch(/mail server/);
    expect((await states())[0]?.state).toBe('recorded');
    expect(sink.received).toEqual([]);
  });

  test('two workers at once send each mail once, also while one mail hangs', async () => {
    const sink = await startSink();
    let held: Socket | undefined;
    const slow = await startDoor((socket) => (held ??= socket));
    const hanging = startWorker(slow);
    await write('Hangs');
    await expect.poll(() => held).toBeDefined();
    startWorker(sink.url);
    startWorker(sink.url);
    for (let n = 0; n < 12; n++) await write(`Reply ${n}`, await addLead());
    await expect.poll(() => sink.received.length).toBeGreaterThanOrEqual(11);
    await hanging.stop();
    held?.destroy();
    await expect
      .poll(async () => (await states()).filter(({ state }) => state === 'sent').length)
      .toBeGreaterThanOrEqual(11);
    const ids = sink.received.map(({ parsed }) => parsed.messageId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('G-11 kill -9 between sending and reporting: the mail comes twice, with one Message-ID', async () => {
    const sink = await startSink();
    let taken = (): void => {};
    const isTaken = new Promise<void>((resolve) => (taken = resolve));
    const url = await startDoor((socket) => {
      const behind = connect(Number(new URL(sink.url).port), '127.0.0.1');
      ends.push(() => void behind.destroy());
      behind.on('error', () => {});
      socket.pipe(behind);
      let isSent = false;
      // The server has the message, and its sender never hears so.
      behind.on('data', (bytes) => {
        if (isSent && /^250/m.test(bytes.toString())) return taken();
        isSent ||= /^354/m.test(bytes.toString());
        return socket.write(bytes);
      });
    });
    await write('Hello');
    const kill = startKillableWorker(url);
    await isTaken;
    await kill();
    expect(await states()).toEqual([{ state: 'recorded', problem: null }]);
    // The lease still holds: another worker sends what is not claimed, and nothing else.
    startWorker(sink.url);
    await write('Another', await addLead());
    await sink.mailTo('cy@dow.example');
    await database.query(`update private.outbox set leased_until = now()`);
    const again = await sink.mailTo('ana@roy.example', 2);
    expect(again.parsed.messageId).toBe(sink.received[0]?.parsed.messageId);
    await expect.poll(async () => (await states()).map(({ state }) => state)).toEqual(['sent', 'sent']);
  });
});
