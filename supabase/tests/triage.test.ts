// Tests what staff can do with received mail, and how it is deleted.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createReceivedMailCalls } from './received-mail.ts';
import { setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
const { callError, callValue } = database;
const { call, receive, tokenOf, addLead, thread, mailOf } = createReceivedMailCalls(database);

beforeEach(async () => void (await database.query('delete from received_mails; delete from leads')));

describe('B-92 emails to sort', () => {
  test('B-92 staff join a mail, make a lead of it, dismiss it and take it back; viewers do none of it', async () => {
    const lead = await addLead('ana@roy.example');
    const { id } = await receive({ from_address: 'new@roy.example', from_name: 'Neo', body: 'Hello?' });
    for (const work of [
      `join_received_mail('${id}', '${lead}')`,
      `make_lead_of_mail('${id}')`,
      `dismiss_received_mail('${id}')`,
      `return_mail_to_triage('${id}')`,
    ])
      expect(await callError('viewer', `select ${work}`), work).toBe('42501');
    expect(await call('viewer', `select read_mail_part('${id}', 0) as part`)).toEqual([{ part: null }]);
    await call('agent', `select dismiss_received_mail('${id}')`);
    await call('agent', `select return_mail_to_triage('${id}')`);
    await call('agent', `select join_received_mail('${id}', '${lead}')`);
    expect(await mailOf(id)).toMatchObject({ state: 'joined', lead_id: lead, is_other_address: true });
    await call('agent', `select return_mail_to_triage('${id}')`);
    expect(await thread(lead)).toEqual([]);
    const made = await callValue<string>('agent', `select make_lead_of_mail('${id}')`);
    expect(await thread(made)).toMatchObject([{ message: 'Hello?', sender_type: 'lead' }]);
    expect(await callValue('agent', `select make_lead_of_mail('${id}')`)).toBe(made);
    const rows = await database.query('select name, email, status from leads where id = $1', [made]);
    expect(rows).toEqual([{ name: 'Neo', email: 'new@roy.example', status: 'new' }]);
  });

  test('B-92 a guess that was wrong moves with its message to another lead, and two equal answers both do', async () => {
    await addLead('ana@roy.example');
    const right = await addLead('bo@lind.example');
    const ids = [
      (await receive({ mail_id: '<1@c.example>' })).id,
      (await receive({ mail_id: '<2@c.example>' })).id,
    ];
    for (const id of ids) await call('agent', `select join_received_mail('${id}', '${right}')`);
    expect(await thread(right)).toHaveLength(2);
    expect(await database.query('select state, lead_id from received_mails')).toEqual([
      { state: 'joined', lead_id: right },
      { state: 'joined', lead_id: right },
    ]);
  });

  test('B-92 a mail that is added to a lead after our reply makes the lead wait again', async () => {
    const lead = await addLead('ana@roy.example');
    const { id } = await receive({ from_address: 'new@roy.example', body: 'Hello?' });
    await database.query(`update received_mails set received_at = now() - interval '2 hours' where id = $1`, [
      id,
    ]);
    await database.query(
      `insert into lead_messages (lead_id, message, sender_type, created_at)
       values ($1, 'Ours', 'admin', now() - interval '1 hour')`,
      [lead],
    );
    const waits = async () =>
      (await database.query('select lead_id from leads_needing_reply where lead_id = $1', [lead])).length;
    expect(await waits()).toBe(0);
    await call('agent', `select join_received_mail('${id}', '${lead}')`);
    expect(await waits()).toBe(1);
    expect(await thread(lead)).toMatchObject([{ message: 'Ours' }, { message: 'Hello?' }]);
    const rows = await database.query(
      `select since = (select received_at from received_mails) as since_its_arrival from leads_needing_reply`,
    );
    expect(rows).toEqual([{ since_its_arrival: true }]);
  });

  test('B-92 a sorted email waits from its arrival, both as a new lead and in a thread', async () => {
    const lead = await addLead('ana@roy.example');
    const ids = [];
    for (const body of ['A new request', 'An older one']) {
      const { id } = await receive({ from_address: 'new@roy.example', body });
      await database.query(
        `update received_mails set received_at = now() - interval '5 hours' where id = $1`,
        [id],
      );
      ids.push(id);
    }
    const made = await callValue<string>('agent', `select make_lead_of_mail('${ids[0]}')`);
    await call('agent', `select join_received_mail('${ids[1]}', '${lead}')`);
    const rows = await database.query(
      `select lead_id from leads_needing_reply where since between now() - interval '301 minutes' and now() - interval '299 minutes'
       order by lead_id`,
    );
    expect(rows.map(({ lead_id: id }) => String(id))).toEqual([lead, made].toSorted());
    const created = await database.query(
      `select created_at < now() - interval '299 minutes' as is_old from leads where id = $1`,
      [made],
    );
    expect(created).toEqual([{ is_old: true }]);
  });

  test('B-92 the original of a mail is stored in parts and deleted with the mail; parts of an unfinished mail are deleted after a day', async () => {
    const { id } = await receive({ body: 'Kept' }, 'The original');
    const parts = () => database.query(`select encode(bytes, 'escape') as bytes from private.mail_parts`);
    expect(await parts()).toEqual([{ bytes: 'The original' }]);
    await call('server', `select store_mail_part($1, 0, 'aGFsZg==')`, [randomUUID()]);
    await database.query(`update private.mail_parts set stored_at = now() - interval '25 hours'`);
    await call('server', 'select expire_received_mails()');
    expect(await parts()).toEqual([{ bytes: 'The original' }]);
    await database.query(
      `update received_mails set received_at = now() - interval '91 days', state = 'dismissed' where id = '${id}'`,
    );
    await call('server', 'select expire_received_mails()');
    expect(await parts()).toEqual([]);
  });

  test('B-92 deleting a lead deletes its received mail: original, files and automatic mails', async () => {
    const lead = await addLead('ana@roy.example');
    const tokens = [await tokenOf(lead)];
    await receive({
      tokens,
      files: [{ part: 0, name: 'plan.pdf', media_type: 'application/pdf', size_bytes: 5, refused: null }],
    });
    await receive({ tokens, kind: 'auto-reply', body: 'Away' });
    await call('owner', `select erase_person(array['ana@roy.example'])`);
    const rows = await database.query(
      'select (select count(*) from received_mails) + (select count(*) from received_files) + (select count(*) from private.mail_parts) as left',
    );
    expect(rows).toEqual([{ left: '0' }]);
  });
});

describe('B-286 automatic mail', () => {
  const work = async (lead: string) =>
    (await call('agent', 'select automatic_mails, waiting_since from lead_work($1)', [[lead]]))[0];

  test('B-286 is counted on the card of its lead, and becomes a message that waits once staff say that a person wrote it', async () => {
    const lead = await addLead('ana@roy.example');
    await database.query(
      `insert into lead_messages (lead_id, message, sender_type) values ($1, 'Hello', 'admin')`,
      [lead],
    );
    const { id, state } = await receive({
      kind: 'auto-reply',
      tokens: [await tokenOf(lead)],
      body: 'Away: the 4th suits us',
    });
    await receive({ kind: 'bounce', tokens: [await tokenOf(lead)], body: 'Delayed' });
    expect(state).toBe('machine');
    expect(await work(lead)).toEqual({ automatic_mails: 2, waiting_since: null });
    expect(await callError('viewer', `select join_received_mail('${id}', '${lead}')`)).toBe('42501');
    await call('agent', `select join_received_mail('${id}', '${lead}')`);
    expect(await work(lead)).toMatchObject({
      automatic_mails: 1,
      waiting_since: expect.anything() as unknown,
    });
    expect(await thread(lead)).toMatchObject([
      { sender_type: 'admin' },
      { message: 'Away: the 4th suits us', sender_type: 'lead' },
    ]);
  });

  test('B-286 mail that may be of a person waits for staff and has a target, even with a signed address', async () => {
    const lead = await addLead('ana@roy.example');
    const { id, state } = await receive({
      kind: 'doubt',
      tokens: [await tokenOf(lead)],
      body: 'The board has decided.',
    });
    expect(state).toBe('triage');
    expect(await mailOf(id)).toMatchObject({
      reason: 'doubt',
      lead_id: null,
      target_at: expect.anything() as unknown,
    });
    const notified = await database.query(
      'select count(*)::integer as total from private.staff_notifications where received_mail_id = $1',
      [id],
    );
    expect(notified).not.toEqual([{ total: 0 }]);
  });
});
