import { beforeEach, describe, expect, test } from 'vitest';
import { createReceivedMailCalls } from './received-mail.ts';
import { setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
const { call, receive, addLead, reply } = createReceivedMailCalls(database);

beforeEach(async () => void (await database.query('delete from received_mails; delete from leads')));

describe('B-118 an address whose mail bounced', () => {
  const bounce = {
    kind: 'bounce',
    from_address: 'mailer-daemon@roy.example',
    problem: 'It came back (5.1.1).',
  };

  async function bounced(): Promise<unknown[]> {
    const rows = await database.query(
      'select email_bounced_at is not null as bad from leads order by created_at, id',
    );
    return rows.map((row) => row['bad']);
  }

  async function bouncedLeads(): Promise<string> {
    const at = Date.now();
    const lead = await addLead('ana@roy.example', 'contacted', new Date(at - 3000));
    await addLead('Ana@Roy.example', 'contacted', new Date(at - 2000));
    await addLead('bo@lind.example', 'contacted', new Date(at - 1000));
    await reply(lead, '<r6@agency.example>');
    await receive({ ...bounce, mail_ids: ['<r6@agency.example>'] });
    expect(await bounced()).toEqual([true, true, false]);
    return lead;
  }

  test('B-118 is known on its other leads, on the next one, and on one whose address becomes it', async () => {
    await bouncedLeads();
    await addLead('ANA@roy.example');
    await call('visitor', `insert into leads (name, email) values ('Ana Roy', 'ana@roy.example')`);
    await database.query(`update leads set email = 'ana@roy.example' where email = 'bo@lind.example'`);
    expect(await bounced()).toEqual([true, true, true, true, true]);
    await database.query(`update leads set email = 'ana@home.example' where email = 'Ana@Roy.example'`);
    expect(await bounced()).toEqual([true, false, true, true, true]);
  });

  test.each([
    ['a mail from it', () => receive({ sender_check: 'confirmed' }), true],
    ['a mail that may be forged', () => receive({ sender_check: 'unconfirmed' }), false],
    ['an automatic answer', () => receive({ kind: 'auto-reply' }), false],
    ['an agent', (lead: string) => call('agent', `select clear_bounced_address('${lead}')`), true],
    [
      'an answer on the page of the conversation',
      (lead: string) =>
        database.query(
          `insert into lead_messages (lead_id, message, sender_type) values ('${lead}', 'Hi', 'lead')`,
        ),
      true,
    ],
    [
      'a call that a colleague noted',
      (lead: string) =>
        database.query(
          `insert into lead_messages (lead_id, message, sender_type, channel) values ('${lead}', 'Hi', 'lead', 'phone')`,
        ),
      false,
    ],
  ] as const)('B-118 the mark of a bounced address follows what happens to it: %s', async (_, act, works) => {
    const lead = await bouncedLeads();
    await act(lead);
    expect(await bounced()).toEqual([!works, !works, false]);
  });

  test.each([
    ['the mail that a request arrived', 'lead', (lead: string) => `<lead-${lead}@agency.example>`],
    [
      'a mail about a consultation',
      'booking',
      (_: string, booking: string) => `<booking-reminder-${booking}-2@agency.example>`,
    ],
  ] as const)(
    'B-118 when %s bounces, its address is marked, and no reply counts as failed',
    async (_, kind, idOf) => {
      const lead = await addLead('ana@roy.example');
      await addLead('bo@lind.example');
      await reply(lead, '<r7@agency.example>');
      const id = await database.value<string>(
        `insert into bookings (lead_id, starts_at, ends_at, held_until)
       select $1, at, at + interval '30 minutes', at + interval '30 minutes'
       from (select date_trunc('hour', now()) + interval '3 days' as at) as slot returning id`,
        [lead],
      );
      const mail = { ...bounce, subject: kind, mail_ids: [idOf(lead, id)] };
      expect(await receive(mail)).toMatchObject({ state: 'bounce', lead_id: lead });
      expect(await bounced()).toEqual([true, false]);
      expect(await database.query(`select from lead_messages where delivery_state = 'failed'`)).toEqual([]);
    },
  );

  test('B-118 a bounce of an unknown mail changes nothing', async () => {
    const lead = await addLead('ana@roy.example');
    const mail_ids = ['<booking-booked-00000000-0000-4000-8000-000000000000-0@agency.example>'];
    expect(await receive({ ...bounce, mail_ids })).toMatchObject({ state: 'bounce', lead_id: null });
    expect(await receive({ ...bounce, mail_ids: [`<lead-${lead}`] })).toMatchObject({ lead_id: null });
    expect(await bounced()).toEqual([false]);
  });

  test('B-118 content editors may not mark an address as working', async () => {
    const lead = await bouncedLeads();
    await expect(call('editor', `select clear_bounced_address('${lead}')`)).rejects.toThrow('permission');
  });
});
