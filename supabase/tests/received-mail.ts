// Makes a received mail like the result of server/mail-in/prepare-mail-to-receive.ts, with few fields.
import { createHash, randomUUID } from 'node:crypto';
import type { TestDatabase } from './test-database.ts';

export interface ReceivedMailResult {
  id: string;
  state: string;
  lead_id: string | null;
  is_new: boolean;
}

function sampleMail(given: Record<string, unknown> = {}) {
  const key = createHash('sha256').update(JSON.stringify(given)).digest('hex');
  return {
    id: randomUUID(),
    kind: 'person',
    way: 'imap',
    tokens: [],
    mail_ids: [],
    content_key: key,
    mail_id: `<${key.slice(0, 12)}@client.example>`,
    from_address: 'ana@roy.example',
    from_name: 'Ana Roy',
    subject: 'Re: Your inquiry',
    body: 'Yes, please.',
    size_bytes: 12,
    ...given,
  };
}

export function createReceivedMailCalls(database: TestDatabase) {
  const { call, callValue } = database;
  return {
    call,
    async receive(
      given: Record<string, unknown> = {},
      raw = 'From: ana@roy.example',
    ): Promise<ReceivedMailResult> {
      return callValue<ReceivedMailResult>('server', 'select receive_mail($1, $2) as result', [
        sampleMail(given),
        Buffer.from(raw).toString('base64'),
      ]);
    },
    async tokenOf(lead: string): Promise<string> {
      return callValue<string>('server', 'select reply_token($1) as token', [lead]);
    },
    async thread(lead: string): Promise<unknown[]> {
      return database.query(
        'select message, sender_type, transport_id from lead_messages where lead_id = $1 order by created_at, id',
        [lead],
      );
    },
    async mailOf(id: string) {
      const rows = await database.query<Record<string, unknown>>(
        'select * from received_mails where id = $1',
        [id],
      );
      return rows[0];
    },
    /** A reply that was sent an hour ago. */
    async reply(lead: string, transportId: string | null = null): Promise<string> {
      return database.value<string>(
        `insert into lead_messages (lead_id, message, sender_type, delivery_state, transport_id, created_at)
         values ($1, 'Hello', 'admin', 'sent', $2, now() - interval '1 hour') returning id`,
        [lead, transportId],
      );
    },
    async addLead(email: string, status = 'contacted', createdAt = new Date()): Promise<string> {
      return database.value<string>(
        'insert into leads (name, email, status, created_at) values ($1, $2, $3, $4) returning id',
        ['Ana Roy', email, status, createdAt],
      );
    },
  };
}
