// The reads of the inbox and its lists of work, each with a limit of pages if it needs more than half of the default
// limit even with few leads (work-plans.test.ts).
import { testAccounts, type CallerName } from './test-database.ts';

/** `args`: of search_leads, count_leads and sorted_leads; `where`: the same as a condition on `leads` and `waiting`. */
export type LeadFilterCase = [title: string, args: string, where: string];

const late = 'waiting.target_at <= now()';
const due = 'leads.id in (select lead_id from lead_follow_ups where due_at <= now())';
const mention = `leads.id in (select lead_id from lead_mentions where user_id = '${testAccounts.agent}')`;
const ofAgent = `leads.assignee_id = '${testAccounts.agent}'`;

/** Rare and old, or common; separately and combined. */
export const leadFilterCases: LeadFilterCase[] = [
  ['late', `need => 'late'`, late],
  ['due', `need => 'due'`, due],
  ['mentions', `need => 'mention'`, mention],
  ['unassigned', `only_unassigned => true`, 'leads.assignee_id is null'],
  ['of a colleague with few', `assignee => '${testAccounts.agent}'`, ofAgent],
  [
    'of a colleague with many',
    `assignee => '${testAccounts.owner}'`,
    `leads.assignee_id = '${testAccounts.owner}'`,
  ],
  [
    'of a colleague, in a status that they never have',
    `assignee => '${testAccounts.editor}', status_filter => 'not_interested'`,
    `leads.assignee_id = '${testAccounts.editor}' and leads.status = 'not_interested'`,
  ],
  ['waiting', `only_needing_reply => true`, 'waiting.lead_id is not null'],
  [
    'waiting, unassigned',
    `only_needing_reply => true, only_unassigned => true`,
    'waiting.lead_id is not null and leads.assignee_id is null',
  ],
  [
    'waiting, of a colleague with many',
    `only_needing_reply => true, assignee => '${testAccounts.owner}'`,
    `waiting.lead_id is not null and leads.assignee_id = '${testAccounts.owner}'`,
  ],
  [
    'waiting, in a status that never waits',
    `only_needing_reply => true, status_filter => 'qualified'`,
    `waiting.lead_id is not null and leads.status = 'qualified'`,
  ],
  ['late, of a colleague', `need => 'late', assignee => '${testAccounts.agent}'`, `${late} and ${ofAgent}`],
  [
    'due, in a status',
    `need => 'due', status_filter => 'not_interested'`,
    `${due} and leads.status = 'not_interested'`,
  ],
  ['a common letter, late', `term => 'a', need => 'late'`, `${late} and leads.email like '%a%'`],
  ['a common word, of a colleague', `term => 'company', assignee => '${testAccounts.agent}'`, ofAgent],
  [
    'a rare word, unassigned',
    `term => 'person77@', only_unassigned => true`,
    `leads.email like 'person77@%' and leads.assignee_id is null`,
  ],
  ['unassigned leads, waiting', `term => 'zq', only_needing_reply => true`, 'false'],
];

/** Thousands of leads, once `addOld` made most of them old; with terms that match one percent or all of them. */
export const longListCases: LeadFilterCase[] = [
  ['late', `need => 'late'`, late],
  ['due', `need => 'due'`, due],
  [
    'due, in a status',
    `need => 'due', status_filter => 'qualified'`,
    `${due} and leads.status = 'qualified'`,
  ],
  ['due and waiting', `need => 'due', only_needing_reply => true`, `${due} and waiting.lead_id is not null`],
  ['a letter of all, late', `term => 'a', need => 'late'`, late],
  ['a letter of all, waiting', `term => 'a', only_needing_reply => true`, 'waiting.lead_id is not null'],
  ['a word of most, due', `term => 'firm', need => 'due'`, `${due} and leads.company is not null`],
  [
    'two digits, waiting',
    `term => '99', only_needing_reply => true`,
    `waiting.lead_id is not null and leads.email || coalesce(leads.company, '') like '%99%'`,
  ],
  [
    'two digits, late',
    `term => '99', need => 'late'`,
    `${late} and leads.email || coalesce(leads.company, '') like '%99%'`,
  ],
  ['unassigned leads, waiting', `term => 'zq', only_needing_reply => true`, 'false'],
  ['unassigned leads, due', `term => 'zq', need => 'due'`, 'false'],
];

const page = 'array(select id from leads order by created_at desc, id desc limit 50)';

/** Every 20th of a thousand, for any number of leads, so that they are far apart in each table. */
const scattered = `(select array_agg(md5('lead ' || step * n / 50)::uuid)
  from generate_series(1, 50) as n, (select (reltuples / 1000)::integer * 1000 as step from pg_class where oid = 'leads'::regclass) as size)`;

export const boundedReads: [title: string, caller: CallerName | 'program', sql: string, most?: number][] = [
  ['work of 50 leads', 'agent', `select * from lead_work(${page})`, 0],
  ['work of 50 leads of all years', 'agent', `select * from lead_work(${scattered})`, 0],
  ['work and opt-outs of 50 leads', 'agent', `select lead_context(${page})`, 0],
  ['a person', 'owner', `select find_person('{person500@company500.example, 604-0000500}')`, 0],
  ['other requests of 50 persons', 'agent', `select * from related_leads(${page})`],
  ['one person', 'agent', `select * from person_leads(md5('lead 500')::uuid)`],
  ['known requests', 'agent', `select * from known_requests('person500@company500.example', '604-0000500')`],
  ['lengths of the lists', 'owner', 'select * from work_counts()'],
  ['number of those who wait', 'viewer', 'select count_leads_needing_reply()'],
  [
    'longest waits of a colleague',
    'agent',
    `select * from leads_needing_reply where assignee_id = '${testAccounts.owner}' order by since, lead_id limit 6`,
  ],
  [
    'which of 50 leads wait',
    'agent',
    `select lead_id from leads_needing_reply where lead_id = any (${page})`,
  ],
  [
    'threads of 50 leads',
    'agent',
    `select * from lead_messages where lead_id = any (${page}) order by created_at`,
  ],
  [
    'notes of 50 leads',
    'agent',
    `select * from lead_notes where lead_id = any (${page}) order by created_at`,
  ],
  ['50 leads marked as read', 'agent', `select mark_leads_read(${page})`],
  ['who is notified of late leads', 'server', 'select escalate_waiting_leads()'],
  [
    'mail to sort',
    'agent',
    `select * from received_mails where state = 'triage' and message_id is null
     order by received_at desc, id desc limit 31`,
  ],
  [
    'mail of a lead',
    'agent',
    `select * from received_mails where lead_id = md5('lead 5')::uuid order by received_at`,
  ],
  [
    'the lead of a received answer',
    'program',
    `select private.match_mail('x@y.example', '{}', '{<500-1@mail.example>}', true)`,
  ],
  [
    'the lead of its sender',
    'program',
    `select private.match_mail('person500@company500.example', '{}', '{}', true)`,
  ],
  ['expired mail', 'server', 'select expire_received_mails()'],
  ['free times', 'visitor', 'select * from consultation_slots()'],
  [
    'calls of a week',
    'agent',
    `select bookings.*, leads.name from bookings join leads on leads.id = bookings.lead_id
     where starts_at >= now() and starts_at < now() + interval '7 days' order by starts_at, bookings.id`,
  ],
];
