import { randomUUID } from 'node:crypto';
import { queuedMailLeadId } from './queued-mail.ts';
import type { TestDatabase } from './test-database.ts';

export interface ConversationResponse {
  state: string;
  has_more?: boolean;
  messages?: { from_staff: boolean; author: string | null; message: string }[];
}

/** The calls of a conversation's page, and of the server that mails its link. */
export function createConversationCalls(database: TestDatabase) {
  const { callValue } = database;

  /** Gives the lead a message of two days ago. */
  async function beginThread(): Promise<void> {
    await database.query(
      `update leads set message = 'Could you look at our form?', created_at = now() - interval '2 days' where id = $1`,
      [queuedMailLeadId],
    );
  }

  async function tokenOf(id: string = queuedMailLeadId): Promise<string> {
    return callValue<string>('server', `select conversation_for_mail($1) ->> 'token' as token`, [id]);
  }

  async function read(
    token: string | null,
    caller: 'visitor' | 'owner' = 'visitor',
  ): Promise<ConversationResponse | null> {
    return callValue<ConversationResponse | null>(caller, 'select read_conversation($1) as found', [token]);
  }

  async function send(
    token: string | null,
    text: string,
    key: string | null = randomUUID(),
  ): Promise<unknown> {
    return callValue<unknown>('visitor', 'select answer_conversation($1, $2, $3) as outcome', [
      token,
      text,
      key,
    ]);
  }

  function age(time: string) {
    return database.query(
      `update lead_messages set created_at = created_at - '${time}'::interval;
       update leads set created_at = created_at - '${time}'::interval;
       update private.conversations set link_renewed_at = link_renewed_at - '${time}'::interval`,
    );
  }

  return { beginThread, tokenOf, read, send, age };
}

export const messageTextsOf = (found: ConversationResponse | null) =>
  found?.messages?.map(({ message }) => message);
