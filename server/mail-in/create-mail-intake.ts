// Stores a received mail in the database: reads its text in a worker, checks the daily limit.
import { randomUUID } from 'node:crypto';
import type { MailDescription, MailReader, ReplyContext } from '@fairlead/mail-reader';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database, Json } from '../../site/app/data/database-types.ts';
import { agencyFactPresets, agencyTextPresets } from '../../site/app/agency/agency-fields.ts';
import { parseReplyTag } from '../../site/app/mail/reply-address.ts';
import type { MailInSource } from '../settings/mail-in-settings.ts';
import { prepareMailToReceive, type MailToReceive } from './prepare-mail-to-receive.ts';

/** The result of receive_mail. */
export interface ReceiveMailResult {
  id: string;
  state: 'joined' | 'guess' | 'triage' | 'machine' | 'bounce' | 'dismissed';
  lead_id: string | null;
  /** False if the mail was already stored. */
  is_new: boolean;
}

/** Why a mail stays in its mailbox and only its headers are stored. */
export type LeftInMailboxReason = 'too-large' | 'over-limit';

/** The maximum size of a row in private.mail_parts. */
const partBytes = 4 * 1024 * 1024;

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** Removes NUL and unpaired surrogates, which the database does not accept in texts. */
function storable<Value>(value: Value): Value {
  const text = JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\0', '').toWellFormed() : part,
  );
  return JSON.parse(text) as Value;
}

type Mail = Omit<MailToReceive, 'kind'> & {
  id: string;
  way: MailInSource;
  received_at: string;
  kind: MailToReceive['kind'] | LeftInMailboxReason;
};

export function createMailIntake(client: SupabaseClient<Database>, reader: MailReader) {
  /** Called before the mail is read: the reader needs the result and has no access to the database. */
  async function findReplied(raw: Uint8Array): Promise<ReplyContext> {
    const { tags, references, fromAddress } = reader.readHead(raw);
    const asked = storable({
      tokens: tags.map(parseReplyTag),
      mail_ids: references,
      sender: fromAddress,
    });
    const { data } = await client.rpc('answered_by_mail', asked).throwOnError();
    const { is_answer: isReply, texts } = data as unknown as { is_answer: boolean; texts: string[] };
    return {
      isReply,
      texts:
        texts.length > 0 ? [...texts, agencyFactPresets.name, agencyTextPresets.acknowledgementText] : [],
    };
  }

  async function isOverLimit(mail: Mail): Promise<boolean> {
    const { data } = await client
      .rpc('is_mail_over_limit', { mail: storable(mail) as unknown as Json })
      .throwOnError();
    return data;
  }

  async function store(id: string, raw: Uint8Array): Promise<void> {
    for (let part = 0; part * partBytes < raw.length; part++) {
      const content = base64(raw.subarray(part * partBytes, (part + 1) * partBytes));
      await client.rpc('store_mail_part', { mail: id, part, content }).throwOnError();
    }
  }

  async function commit(mail: Mail, raw?: string): Promise<ReceiveMailResult | null> {
    const { data } = await client
      .rpc('receive_mail', { mail: storable(mail) as unknown as Json, ...(raw !== undefined && { raw }) })
      .throwOnError();
    return data as unknown as ReceiveMailResult | null;
  }

  /** If the database rejects the values, stores a simpler version: one mail must not block those after it. */
  async function commitAnyway(
    mail: Mail,
    broken: () => Mail,
    raw?: string,
  ): Promise<ReceiveMailResult | null> {
    try {
      return await commit(mail, raw);
    } catch (error) {
      if (!isDataError(error)) throw error;
      return commit(broken(), raw);
    }
  }

  return {
    /**
     * Resolves after the commit; to null if the sender, or all unknown senders together, exceed a daily limit. Rejects if
     * it is not stored, so that the sender keeps it.
     */
    async receive(way: MailInSource, raw: Uint8Array) {
      if (raw.length === 0) throw new Error('an empty mail');
      // Several mails are read at once. A thread has the order of their arrival, so the time is set before reading.
      const fixed = { id: randomUUID(), way, received_at: new Date().toISOString() };
      const replied = await findReplied(raw);
      const mail = { ...prepareMailToReceive(await reader.read(raw, replied)), ...fixed };
      const isSmall = raw.length <= partBytes;
      if (!isSmall) {
        if (await isOverLimit(mail)) return null;
        await store(fixed.id, raw);
      }
      return commitAnyway(
        mail,
        () => ({ ...prepareMailToReceive(reader.readBroken(raw, replied)), ...fixed }),
        isSmall ? base64(raw) : undefined,
      );
    },
    /** Stores the headers of a mail that stays in its mailbox. */
    async receiveHeads(way: MailInSource, heads: Uint8Array, sizeBytes: number, reason: LeftInMailboxReason) {
      const fixed = {
        id: randomUUID(),
        way,
        received_at: new Date().toISOString(),
        kind: reason,
        size_bytes: sizeBytes,
        is_cut: true,
        files: [],
      };
      const withoutText = (mail: MailDescription): Mail => ({ ...prepareMailToReceive(mail), ...fixed });
      await commitAnyway(withoutText(await reader.read(heads)), () => withoutText(reader.readBroken(heads)));
    },
  };
}

export type MailIntake = ReturnType<typeof createMailIntake>;

/** PostgreSQL error classes 22, 23 and 54 are caused by the values, not by the connection. */
function isDataError(error: unknown): boolean {
  return /^(2[23]|54)/.test(String((error as { code?: unknown }).code ?? ''));
}
