import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database, Json } from '../../site/app/data/database-types.ts';
import type { MailReader } from './create-mail-reader.ts';
import { readBroken } from './read-broken.ts';
import type { Envelope, ReadMail } from './read-mail.ts';

export type MailWay = 'imap' | 'smtp' | 'webhook';

/** As `receive_mail` returns it. */
export interface Received {
  id: string;
  state: 'joined' | 'guess' | 'triage' | 'machine' | 'bounce' | 'dismissed';
  lead_id: string | null;
  /** False where it had come before. */
  is_new: boolean;
}

export interface MailIntake {
  /** Resolves once it is committed; rejects where it is not, so that the sender keeps it. */
  receive(way: MailWay, raw: Uint8Array, envelope: Envelope): Promise<Received>;
  /** Of one that stays in its mailbox, because it is larger than is kept here: its heads. */
  receiveHeads(way: MailWay, heads: Uint8Array, sizeBytes: number): Promise<Received>;
}

/** As private.mail_parts has it. */
const partBytes = 4 * 1024 * 1024;

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

export function createMailIntake(client: SupabaseClient<Database>, reader: MailReader): MailIntake {
  async function store(id: string, raw: Uint8Array): Promise<void> {
    for (let part = 0; part * partBytes < raw.length; part++) {
      const content = base64(raw.subarray(part * partBytes, (part + 1) * partBytes));
      await client.rpc('store_mail_part', { mail: id, part, content }).throwOnError();
    }
  }

  async function commit(mail: ReadMail & { id: string; way: MailWay }, raw?: string): Promise<Received> {
    const { data } = await client
      .rpc('receive_mail', { mail: mail as unknown as Json, ...(raw !== undefined && { raw }) })
      .throwOnError();
    return data as unknown as Received;
  }

  return {
    async receive(way, raw, envelope) {
      if (raw.length === 0) throw new Error('an empty mail');
      const id = randomUUID();
      const mail = await reader.read(raw, envelope);
      const isSmall = raw.length <= partBytes;
      if (!isSmall) await store(id, raw);
      const content = isSmall ? base64(raw) : undefined;
      try {
        return await commit({ ...mail, id, way }, content);
      } catch (error) {
        if (!isDataError(error)) throw error;
        // One mail that the database does not take as it was read must not hold up those behind it.
        return commit({ ...readBroken(raw, envelope), id, way }, content);
      }
    },
    async receiveHeads(way, heads, sizeBytes) {
      const mail = await reader.read(heads, {});
      const whole = {
        kind: 'too-large' as const,
        size_bytes: sizeBytes,
        is_cut: true,
        files: [],
        sender_check: null,
      };
      try {
        return await commit({ ...mail, ...whole, id: randomUUID(), way });
      } catch (error) {
        if (!isDataError(error)) throw error;
        return commit({ ...readBroken(heads, {}), ...whole, id: randomUUID(), way });
      }
    },
  };
}

/** Classes 22, 23 and 54 of PostgreSQL: the values, not the connection. */
function isDataError(error: unknown): boolean {
  return /^(2[23]|54)/.test(String((error as { code?: unknown }).code ?? ''));
}
