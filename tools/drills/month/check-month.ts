import { digestTexts } from '../../../site/app/mail/mail-texts.ts';
import { printIndented } from '../backup/run-command.ts';
import { withDatabase } from '../backup/inventory.ts';
import type { PlannedRequest } from './plan-requests.ts';
import type { SentMail, SeenMail } from './prospects.ts';

type Database = Parameters<Parameters<typeof withDatabase>[1]>[0];

/** Checks what the month must have kept; throws an error that lists every fault. */
export async function checkMonth(
  dataDir: string,
  requests: readonly PlannedRequest[],
  answers: readonly SentMail[],
  mails: readonly SeenMail[],
): Promise<void> {
  await withDatabase(dataDir, async (client) => {
    const wrong = [
      ...(await checkRequests(client, requests)),
      ...(await checkPersonMails(client, answers)),
      ...(await checkReplies(client, mails)),
      ...(await checkWaits(client, mails)),
      ...checkDigests(mails),
    ];
    if (wrong.length > 0) throw new Error(`${wrong.length} differences: ${wrong.slice(0, 20).join('; ')}`);
  });
}

/** Whether a digest is about passed targets; its subject then begins with the number of people or with a name. */
function isLateDigest(subject: string): boolean {
  const count = Number(/^\d+/.exec(subject)?.[0]);
  return (
    subject.startsWith(digestTexts.subject.late('')) || subject.startsWith(digestTexts.subject.allLate(count))
  );
}

/** The largest number of mails that one person got in one day. A mail sent twice is one. */
function mostInADay(mails: readonly SeenMail[]): number {
  const days = Map.groupBy(
    mails,
    ({ mail, at }) => `${mail.to.join()} ${at.toLocaleDateString('en-CA', { timeZone: 'America/Toronto' })}`,
  );
  const counts = [...days.values()].map((day) => new Set(day.map(({ mail }) => mail.parsed.messageId)).size);
  return Math.max(0, ...counts);
}

/** Colleagues have the default settings: five mails a day, and one an hour about passed targets. */
function checkDigests(mails: readonly SeenMail[]): string[] {
  const all = mails.filter(({ mail }) => mail.parsed.messageId?.startsWith('<digest-'));
  const late = all.filter(({ mail }) => isLateDigest(mail.subject));
  const usual = all.filter((each) => !late.includes(each));
  const [most, mostLate, mostUsual] = [mostInADay(all), mostInADay(late), mostInADay(usual)];
  printIndented(
    `${all.length} digests, for one person and day at most ${most}: ${mostUsual} usual, ${mostLate} of passed targets`,
  );
  return [
    ...(mostUsual > 5 ? [`a person got ${mostUsual} usual digests in a day`] : []),
    ...(most > 10 ? [`a person got ${most} digests in a day`] : []),
  ];
}

async function checkRequests(client: Database, requests: readonly PlannedRequest[]): Promise<string[]> {
  const { rows } = await client.query<{ message: string; total: number }>(
    `select message, count(*)::integer as total
     from (select message from public.leads union all select message from public.quarantined_leads) as kept
     group by message`,
  );
  const kept = new Map(rows.map(({ message, total }) => [message, total]));
  printIndented(`${requests.length} requests, ${rows.length} kept`);
  return requests.flatMap(({ number, message }) => {
    const times = kept.get(message) ?? 0;
    return times === 1 ? [] : [`request ${number} is there ${times} times`];
  });
}

interface ReceivedRow {
  state: string;
  lead_id: string | null;
  body: string;
  is_in_thread: boolean;
}

async function checkPersonMails(client: Database, answers: readonly SentMail[]): Promise<string[]> {
  const { rows } = await client.query<ReceivedRow>(
    `select mail.state, mail.lead_id, mail.body, message.lead_id is not distinct from mail.lead_id as is_in_thread
     from public.received_mails as mail
     left join public.lead_messages as message on message.id = mail.message_id`,
  );
  const wanted = answers.filter(({ kind }) => kind === 'answer');
  let inThread = 0;
  const wrong = answers.flatMap(({ kind, words, lead }) => {
    if (kind !== 'answer') return [];
    const found = rows.filter(({ body }) => body.startsWith(words));
    const [mail] = found;
    if (found.length !== 1 || mail === undefined)
      return [`the answer "${words}" is there ${found.length} times`];
    if (mail.lead_id === null) return [];
    if (mail.lead_id !== lead)
      return [`the answer "${words}" is in the thread of ${mail.lead_id}, not ${lead}`];
    inThread += Number(mail.is_in_thread);
    return [];
  });
  const share = wanted.length === 0 ? 1 : inThread / wanted.length;
  printIndented(`${wanted.length} answers by mail, ${(share * 100).toFixed(1)} % in their thread`);
  if (share < 0.99) wrong.push(`only ${(share * 100).toFixed(1)} % of the answers are in their thread`);
  const automatic = answers.filter(({ kind }) => kind !== 'answer').length;
  const known = rows.filter(({ state }) => state === 'machine' || state === 'bounce').length;
  printIndented(`${automatic} automatic mails, ${known} known as such`);
  if (known !== automatic) wrong.push(`${automatic} automatic mails, ${known} known as such`);
  return wrong;
}

/** A server that is killed between sending and recording it sends again, with the same Message-ID. */
async function checkReplies(client: Database, mails: readonly SeenMail[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string; state: string | null }>(
    `select id, delivery_state as state from public.lead_messages where sender_type = 'admin'`,
  );
  const times = new Map<string, number>();
  for (const { mail } of mails) {
    const id = /^<reply-([0-9a-f-]{36})@/.exec(mail.parsed.messageId ?? '')?.[1];
    if (id !== undefined) times.set(id, (times.get(id) ?? 0) + 1);
  }
  const twice = [...times.values()].filter((count) => count > 1).length;
  const states = Map.groupBy(rows, ({ state }) => state ?? 'none');
  printIndented(
    `${rows.length} replies: ${[...states].map(([state, found]) => `${found.length} ${state}`).join(', ')}; ${twice} sent twice`,
  );
  return rows.flatMap(({ id, state }) => {
    if (state === 'recorded') return [`the reply ${id} was neither sent nor given up`];
    return state === 'sent' && !times.has(id) ? [`the reply ${id} counts as sent and did not arrive`] : [];
  });
}

/** Counts waits that passed their target, and mails to colleagues; untilEscalated made sure of each. */
async function checkWaits(client: Database, mails: readonly SeenMail[]): Promise<string[]> {
  const { rows } = await client.query<{ total: number; late: number }>(
    `with theirs as (
       select id as lead, created_at as at from public.leads
       union all
       select lead_id, created_at from public.lead_messages where sender_type <> 'admin'
     ),
     waits as (
       select theirs.at,
         (select max(created_at) from public.lead_messages
          where lead_id = theirs.lead and sender_type = 'admin' and created_at <= theirs.at) as after_reply,
         (select min(created_at) from public.lead_messages
          where lead_id = theirs.lead and sender_type = 'admin' and created_at > theirs.at) as answered,
         theirs.lead
       from theirs
     ),
     begun as (select min(at) as since, answered from waits group by lead, after_reply, answered)
     select count(*)::integer as total, (
       count(*) filter (
         where coalesce(begun.answered, now())
           > private.add_business_minutes(begun.since, (settings.answer_hours * 60)::integer)
       )
     )::integer as late
     from begun, private.business_settings() as settings`,
  );
  const { total = 0, late = 0 } = rows[0] ?? {};
  const notices = mails.filter(({ mail }) => mail.parsed.messageId?.startsWith('<digest-'));
  printIndented(`${total} waits, ${late} past their target, ${notices.length} mails to colleagues`);
  return late > 0 && notices.length === 0 ? [`${late} waits passed their target, and nobody was told`] : [];
}
