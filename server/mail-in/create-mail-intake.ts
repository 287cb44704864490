// Stores a received mail in the database: reads its text in a worker, checks the daily limit.
import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database, Json } from '../../site/app/data/database-types.ts';
import { agencyFactPresets, agencyTextPresets } from '../../site/app/agency/agency-fields.ts';
import type { MailReader } from './create-mail-reader.ts';
import type { MailInWay } from './mail-in-settings.ts';
import { firstAddressIn, readBrokenMail } from './read-broken.ts';
import { readMailHead, threadMailIdsIn, replyTokensIn } from './read-heads.ts';
import type { RepliedMail, CheckedMail, OwnAddresses } from './read-mail.ts';

/** As `receive_mail` returns it. */
export interface ReceiveMailResult {
  id: string;
  state: 'joined' | 'guess' | 'triage' | 'machine' | 'bounce' | 'dismissed';
  lead_id: string | null;
  /** False where it had come before. */
  is_new: boolean;
}

/** Why a mail stays in its mailbox and is listed alone. */
export type LeftInMailboxReason = 'too-large' | 'over-limit';

export interface MailIntake {
  /**
   * Resolves once it is committed, to null where its sender or all strangers sent more today than is kept; rejects where
   * it is not, so that the sender keeps it.
   */
  receive(way: MailInWay, raw: Uint8Array): Promise<ReceiveMailResult | null>;
  /** Of one that stays in its mailbox: its head. */
  receiveHeads(
    way: MailInWay,
    heads: Uint8Array,
    sizeBytes: number,
    reason: LeftInMailboxReason,
  ): Promise<void>;
}

/** As private.mail_parts has it. */
const partBytes = 4 * 1024 * 1024;

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** A stranger wrote all of it, and no text of the database takes NUL or half of a pair. */
function storable<Value>(value: Value): Value {
  const text = JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\0', '').toWellFormed() : part,
  );
  return JSON.parse(text) as Value;
}

type Mail = Omit<CheckedMail, 'kind'> & {
  id: string;
  way: MailInWay;
  received_at: string;
  kind: CheckedMail['kind'] | LeftInMailboxReason;
};

export function createMailIntake(
  client: SupabaseClient<Database>,
  reader: MailReader,
  own: OwnAddresses,
): MailIntake {
  /** Before the mail is read: its reader needs it and has no database. */
  async function findReplied(raw: Uint8Array): Promise<RepliedMail> {
    const { headers } = readMailHead(raw);
    const asked = storable({
      tokens: replyTokensIn(headers, own.reply),
      mail_ids: threadMailIdsIn(headers),
      sender: firstAddressIn(headers.find(({ key }) => key === 'from')?.value),
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

  /** One mail that the database does not take as it was read must not hold up those behind it. */
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
    async receive(way, raw) {
      if (raw.length === 0) throw new Error('an empty mail');
      // Several are read at a time: in its thread a mail is where it came, not where reading it ended.
      const fixed = { id: randomUUID(), way, received_at: new Date().toISOString() };
      const replied = await findReplied(raw);
      const mail = { ...(await reader.read(raw, replied)), ...fixed };
      const isSmall = raw.length <= partBytes;
      if (!isSmall) {
        if (await isOverLimit(mail)) return null;
        await store(fixed.id, raw);
      }
      return commitAnyway(
        mail,
        () => ({ ...readBrokenMail(raw, own, replied), ...fixed }),
        isSmall ? base64(raw) : undefined,
      );
    },
    async receiveHeads(way, heads, sizeBytes, reason) {
      const fixed = {
        id: randomUUID(),
        way,
        received_at: new Date().toISOString(),
        kind: reason,
        size_bytes: sizeBytes,
        is_cut: true,
        files: [],
      };
      const mail = await reader.read(heads);
      await commitAnyway({ ...mail, ...fixed }, () => ({ ...readBrokenMail(heads, own), ...fixed }));
    },
  };
}

/** Classes 22, 23 and 54 of PostgreSQL: the values, not the connection. */
function isDataError(error: unknown): boolean {
  return /^(2[23]|54)/.test(String((error as { code?: unknown }).code ?? ''));
}
