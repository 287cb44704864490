// Delivers messages that SQL sends: a trigger of realtime.messages notifies of their ids, and the rows are read here.
import type { Pool } from 'pg';
import { z } from 'zod';
import { pushChannelError } from '../client-channel.ts';
import type { TopicRegistry } from './topic-registry.ts';
import type { LogWriter } from '../../errors/log-entry.ts';

const schema = z.object({ id: z.uuid(), topic: z.string(), private: z.boolean() });

type MessageRef = z.output<typeof schema>;

interface StoredMessage {
  id: string;
  topic: string;
  private: boolean;
  event: string | null;
  payload: string | null;
  /** Of a message of realtime.broadcast_changes: the table of its row, and those of which that is a part. */
  rowOf: string[];
}

const messagesSql = `
  select id, topic, coalesce(private, false) as private, event, payload::text as payload,
    array(
      with recursive above (oid, level) as (
        select to_regclass(format('%I.%I', payload ->> 'schema', payload ->> 'table'))::oid, 0
        where payload ?& '{schema,table,operation,record}' and payload ->> 'schema' is not null and payload ->> 'table' is not null
        union all
        select i.inhparent, above.level + 1 from above join pg_inherits i on i.inhrelid = above.oid
      )
      select n.nspname || '.' || c.relname from above
      join pg_class c on c.oid = above.oid join pg_namespace n on n.oid = c.relnamespace
      order by above.level
    ) as "rowOf"
  from realtime.messages where id = any($1)`;

const batchSize = 100;
const maxQueue = 10_000;
const retention = '3 days';
const cleanupEveryMs = 60 * 60_000;

export function createStoredMessageDelivery(pool: Pool, topics: TopicRegistry, log: LogWriter) {
  let queue: MessageRef[] = [];
  let running: Promise<void> | undefined;

  function reportMissed(refs: readonly MessageRef[]): void {
    for (const ref of refs) {
      for (const channel of topics.of(ref.topic, ref.private))
        pushChannelError(channel, 'Messages may have been missed');
    }
  }

  function start(): void {
    running ??= deliverAll().finally(() => {
      running = undefined;
      if (queue.length > 0) start();
    });
  }

  async function deliverAll(): Promise<void> {
    while (queue.length > 0) {
      const refs = queue.slice(0, batchSize);
      queue = queue.slice(batchSize);
      try {
        const messages = await readMessages(pool, refs);
        for (const { id } of refs) deliver(topics, messages.get(id));
      } catch (error) {
        log({
          level: 'error',
          event: 'realtime.messages_failed',
          code: (error as { code?: string }).code ?? '',
        });
        reportMissed(refs);
      }
    }
  }

  const cleanupTimer = setInterval(() => {
    pool
      .query(`delete from realtime.messages where inserted_at < now() - interval '${retention}'`)
      .catch((error: { code?: string }) =>
        log({ level: 'warn', event: 'realtime.cleanup_failed', code: error.code ?? '' }),
      );
  }, cleanupEveryMs).unref();

  return {
    receive(payload: string) {
      const ref = parseMessageRef(payload);
      if (ref === undefined || topics.of(ref.topic, ref.private).size === 0) return;
      if (queue.length >= maxQueue) {
        reportMissed([...queue, ref]);
        queue = [];
        return;
      }
      queue.push(ref);
      start();
    },
    async close() {
      clearInterval(cleanupTimer);
      queue = [];
      await running;
    },
  };
}

function parseMessageRef(payload: string): MessageRef | undefined {
  try {
    return schema.parse(JSON.parse(payload));
  } catch {
    return undefined;
  }
}

async function readMessages(pool: Pool, refs: readonly MessageRef[]): Promise<Map<string, StoredMessage>> {
  const { rows } = await pool.query<StoredMessage>(messagesSql, [refs.map(({ id }) => id)]);
  return new Map(rows.map((row) => [row.id, row]));
}

function deliver(topics: TopicRegistry, message: StoredMessage | undefined): void {
  if (message === undefined) return;
  topics.deliver({
    name: message.topic,
    isPrivate: message.private,
    event: message.event ?? '',
    body: { json: message.payload ?? 'null' },
    meta: JSON.stringify({ id: message.id }),
    rowOf: message.rowOf,
  });
}
