import { beforeEach, describe, expect, test } from 'vitest';
import { setUpTestDatabase, catchErrorCode } from './test-database.ts';
import { setUpAtNoon } from './set-up-at-noon.ts';
import { queuedMailLeadId, createOutboxCalls } from './queued-mail.ts';

const database = setUpTestDatabase();
const { begin, claim, named, report, sendLead, addLead, write, pass, delivery } = createOutboxCalls(database);

setUpAtNoon(database);

beforeEach(() => begin());

describe('the outbox with several servers', () => {
  test('two servers that claim mails at once never get the same one', async () => {
    for (let n = 0; n < 8; n++) await write(`Reply ${n}`, 'agent', 'admin', await addLead());
    const [one, two] = [await database.open(), await database.open()];
    const [first, second] = await Promise.all([claim(4, one), claim(4, two)]);
    const ids = [...first, ...second].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (;;) {
      const rest = await claim(4);
      if (rest.length === 0) break;
      ids.push(...rest.map(({ id }) => id));
    }
    expect(ids).toHaveLength(8);
    expect(new Set(ids).size).toBe(8);
  });

  test('a lapsed lease passes the mail on; the first one’s failure counts no more, its success does', async () => {
    await write('One');
    const [first] = await claim();
    expect(await claim()).toEqual([]);
    await pass('2 minutes');
    const [second] = await claim();
    expect(second?.id).toBe(first?.id);
    expect(await report(first, 'refused')).toBe(false);
    expect((await delivery())[0]).toMatchObject({ state: 'recorded' });
    expect(await report(first, 'sent', '<one@x>')).toBe(true);
    expect(await report(second, 'later')).toBe(false);
    expect((await delivery())[0]).toMatchObject({ state: 'sent', problem: null });
  });

  test('a mail that ends every server that sends it is marked as failed after several attempts', async () => {
    await write('One');
    for (let attempt = 1; attempt <= 12; attempt++) {
      expect(await claim()).toHaveLength(1);
      await pass('3 minutes');
    }
    expect(await claim()).toEqual([]);
    expect((await delivery())[0]).toMatchObject({ state: 'failed' });
  });

  test('a clock that is set back by a day holds nothing up', async () => {
    await write('One');
    await sendLead();
    const before = await claim();
    expect(before).toHaveLength(3);
    await pass('-1 day');
    expect((await claim()).map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
    await sendLead('visitor', 'Cy Dow');
    expect(await named()).toEqual({ agent: ['Cy Dow'], owner: ['Cy Dow'] });
  });
});

describe('who may use the outbox', () => {
  const callers = ['visitor', 'waiting', 'viewer', 'agent', 'editor', 'owner', 'open', 'anonymous'] as const;
  const id = '00000000-0000-4000-8000-000000000000';

  test.each(callers)(
    'a caller of kind %s can neither claim, settle nor read the mails of the outbox',
    async (caller) => {
      for (const sql of [
        `select * from public.claim_mail()`,
        `select public.report_mail('${id}', '${id}', 'sent')`,
        `select * from private.outbox`,
        `select private.queue_digests()`,
        `select public.staff_digest('${id}')`,
        `select * from private.staff_notifications`,
        `update public.lead_messages set delivery_state = 'sent'`,
        `insert into public.lead_messages (lead_id, message, sender_type, delivery_state) values ('${queuedMailLeadId}', 'x', 'admin', 'sent')`,
      ])
        expect(await database.callError(caller, sql)).toBe('42501');
    },
  );

  test.each(callers.filter((caller) => !['agent', 'owner', 'open'].includes(caller)))(
    'a caller of kind %s may not send a failed reply again',
    async (caller) => {
      const retry = database.attempt(caller, `select public.retry_reply('${id}')`);
      expect(await catchErrorCode(retry)).toBe('42501');
    },
  );

  test('an unknown outcome of a mail is rejected', async () => {
    const made = database.attempt('server', `select public.report_mail('${id}', '${id}', 'lost')`);
    expect(await catchErrorCode(made)).toBe('22023');
  });
});
