// Messages that SQL sent: a trigger of realtime.messages tells their ids, and what they say is read here.
import type { Pool } from 'pg';
import { z } from 'zod';
import { interrupt } from '../channels/channel.ts';
import type { Topics } from '../channels/topics.ts';
import type { Log } from '../../errors/log-entry.ts';

const schema = z.object({ id: z.uuid(), topic: z.string(), private: z.boolean() });

type Note = z.output<typeof schema>;

interface StoredMessage {
  id: string;
  topic: string;
  private: boolean;
  event: string | null;
  payload: string | null;
}

const mostAtOnce = 100;
const mostWaiting = 10_000;
const keptFor = '3 days';
const tidyEveryMs = 60 * 60_000;

export interface StoredMessages {
  hear(payload: string): void;
  close(): Promise<void>;
}

export function createStoredMessages(pool: Pool, topics: Topics, log: Log): StoredMessages {
  let waiting: Note[] = [];
  let reading: Promise<void> | undefined;

  function lose(notes: readonly Note[]): void {
    for (const note of notes) {
      for (const channel of topics.of(note.topic, note.private))
        interrupt(channel, 'Messages may have been missed');
    }
  }

  function start(): void {
    reading ??= readAll().finally(() => {
      reading = undefined;
      if (waiting.length > 0) start();
    });
  }

  async function readAll(): Promise<void> {
    while (waiting.length > 0) {
      const notes = waiting.slice(0, mostAtOnce);
      waiting = waiting.slice(mostAtOnce);
      try {
        const messages = await readMessages(pool, notes);
        for (const { id } of notes) deliver(topics, messages.get(id));
      } catch (error) {
        log({
          level: 'error',
          event: 'realtime.messages_failed',
          code: (error as { code?: string }).code ?? '',
        });
        lose(notes);
      }
    }
  }

  const tidying = setInterval(() => {
    pool
      .query(`delete from realtime.messages where inserted_at < now() - interval '${keptFor}'`)
      .catch((error: { code?: string }) =>
        log({ level: 'warn', event: 'realtime.messages_kept', code: error.code ?? '' }),
      );
  }, tidyEveryMs).unref();

  return {
    hear(payload) {
      const note = readNote(payload);
      if (note === undefined || topics.of(note.topic, note.private).size === 0) return;
      if (waiting.length >= mostWaiting) {
        lose([...waiting, note]);
        waiting = [];
        return;
      }
      waiting.push(note);
      start();
    },
    async close() {
      clearInterval(tidying);
      waiting = [];
      await reading;
    },
  };
}

function readNote(payload: string): Note | undefined {
  try {
    return schema.parse(JSON.parse(payload));
  } catch {
    return undefined;
  }
}

async function readMessages(pool: Pool, notes: readonly Note[]): Promise<Map<string, StoredMessage>> {
  const { rows } = await pool.query<StoredMessage>(
    `select id, topic, coalesce(private, false) as private, event, payload::text as payload
     from realtime.messages where id = any($1)`,
    [notes.map(({ id }) => id)],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function deliver(topics: Topics, message: StoredMessage | undefined): void {
  if (message === undefined) return;
  topics.deliver({
    name: message.topic,
    isPrivate: message.private,
    event: message.event ?? '',
    body: { json: message.payload ?? 'null' },
    meta: JSON.stringify({ id: message.id }),
  });
}
