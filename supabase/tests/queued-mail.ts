import { expect } from 'vitest';
import type { CallerName, TestDatabase, TestSession } from './test-database.ts';

export const queuedMailLeadId = '1ead0000-0000-4000-8000-000000000001';

/** Makes it the only lead. */
export async function resetToOneLead(database: TestDatabase): Promise<void> {
  await database.query('delete from leads');
  await database.query(`insert into leads (id, name, email) values ($1, 'Ana Roy', 'ana@roy.example')`, [
    queuedMailLeadId,
  ]);
}

export interface ClaimedTestMail {
  id: string;
  lease: string;
  kind: string;
  details: Record<string, unknown>;
  to_address: string;
  message_id: string | null;
  /** for a reply */
  body: string | null;
  /** names in a digest, the longest wait first */
  names: string[] | null;
}

interface DigestEntry {
  lead: string | null;
  kinds: string[];
  name: string;
  words: string | null;
  minutes: number;
  is_late: boolean;
  mentioned_by: string | null;
  call: { state: string } | null;
}

/** The result of public.staff_digest. */
interface Digest {
  entries: DigestEntry[];
  total: number;
  reports: number;
}

/** Throws if no mail was claimed. */
function needMail<Mail>(mail: Mail | undefined): Mail {
  if (!mail) throw new Error('no mail was claimed');
  return mail;
}

export function createOutboxCalls(database: TestDatabase) {
  /** Claims at a time when replies can no longer be undone. */
  async function claim(most = 10, session?: TestSession): Promise<ClaimedTestMail[]> {
    await (session ?? database).query(
      'update private.outbox set next_try_at = now() where message_id is not null and attempts = 0',
    );
    const rows = await database.call<ClaimedTestMail & Record<string, unknown>>(
      'server',
      'select * from public.claim_mail($1)',
      [most],
      session && { session },
    );
    const words = await database.query<{ id: string; message: string }>(
      'select id, message from lead_messages where id = any ($1)',
      [rows.map(({ message_id: id }) => id)],
    );
    const bodies = new Map(words.map(({ id, message }) => [id, message]));
    return Promise.all(
      rows.map(async (mail) => ({
        ...mail,
        body: bodies.get(mail.message_id ?? '') ?? null,
        names: mail.kind === 'digest' ? (await digestOf(mail)).entries.map(({ name }) => name) : null,
      })),
    );
  }

  async function digestOf(mail: { id: string } | undefined): Promise<Digest> {
    return database.value<Digest>('select staff_digest($1) as digest', [needMail(mail).id]);
  }

  /** Claims mail; returns the names in each digest by the local part of its address. */
  async function named(session?: TestSession): Promise<Record<string, string[]>> {
    const mails = (await claim(20, session)).filter(({ kind }) => kind === 'digest');
    const all = mails.map(({ to_address: to, names }) => [to.split('@')[0], names ?? []] as const);
    expect(new Set(all.map(([to]) => to)).size).toBe(all.length);
    return Object.fromEntries(all);
  }

  async function report(
    mail: ClaimedTestMail | undefined,
    outcome: string,
    transportId?: string,
  ): Promise<boolean | undefined> {
    const { id, lease } = needMail(mail);
    return database.callValue<boolean>('server', 'select public.report_mail($1, $2, $3, $4, $5) as settled', [
      id,
      lease,
      outcome,
      outcome === 'later' || outcome === 'refused' ? 'Not now.' : null,
      transportId ?? null,
    ]);
  }

  function sendLead(caller: CallerName = 'visitor', name = 'Bo Lind') {
    return database.call(caller, `insert into public.leads (name, email) values ($1, 'bo@lind.example')`, [
      name,
    ]);
  }

  /** Inserted by the server, so that no notification is queued. */
  async function addLead(): Promise<string> {
    return database.value<string>(
      `insert into public.leads (name, email) values ('Cy Dow', 'cy@dow.example') returning id`,
    );
  }

  function write(message: string, caller: CallerName = 'agent', sender = 'admin', to = queuedMailLeadId) {
    return database.call(
      caller,
      `insert into public.lead_messages (lead_id, message, sender_type) values ($1, $2, $3)`,
      [to, message, sender],
    );
  }

  async function pass(time: string): Promise<void> {
    await database.query(
      `update private.outbox set next_try_at = next_try_at - $1::interval, leased_until = leased_until - $1::interval`,
      [time],
    );
    await database.query(
      `update private.staff_mail set queued_at = queued_at - $1::interval, late_at = late_at - $1::interval, seen_at = seen_at - $1::interval`,
      [time],
    );
  }

  async function delivery() {
    return database.query<Record<string, unknown>>(
      `select delivery_state as state, delivery_problem as problem, transport_id as id from lead_messages order by created_at`,
    );
  }

  async function waiting(): Promise<number> {
    return database.value<number>(`select count(*)::integer from private.outbox`);
  }

  async function begin(): Promise<void> {
    await database.query(`delete from leads`);
    await database.query(`delete from private.outbox; delete from private.staff_notifications`);
    await database.query(`delete from private.staff_mail`);
    await resetToOneLead(database);
  }

  return { begin, claim, digestOf, named, report, sendLead, addLead, write, pass, delivery, waiting };
}
