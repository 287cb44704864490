import { randomUUID } from 'node:crypto';
import { makeLead } from '../product/make-lead.ts';
import type { Product } from '../product/product.ts';
import { auditedAccount } from './audited-accounts.ts';

/** Checks that a long word wraps instead of widening the page. */
export const unbroken = 'unbroken'.repeat(30);

export function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString();
}

const torontoDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto' });

/** Fills the inbox of the sample leads with what colleagues, visitors and mail servers add to it. */
export async function seedLeads(product: Product): Promise<void> {
  await seedMarkedLead(product);
  await seedReplies(product);
  await seedLeadsOfOnePerson(product);
  await seedErasedLead(product);
  await seedSuspects(product);
  await seedUnsortedMails(product);
  await seedLeadWithoutAddress(product);
  const { client } = await auditedAccount(product, 'owner');
  const view = { name: 'Only new', query: 'status=new', is_shared: true };
  await client.from('saved_views').insert(view).throwOnError();
  const reply = { name: 'Opening hours', body: 'Hi {{first name}}, we are open from 9 to 5.' };
  await client.from('canned_replies').insert(reply).throwOnError();
}

/** A lead with every mark that a card can have: late, unread, due, bounced, assigned, with notes that mention the owner. */
async function seedMarkedLead(product: Product): Promise<void> {
  const [owner, colleague] = await Promise.all([
    auditedAccount(product, 'owner'),
    auditedAccount(product, 'colleague'),
  ]);
  const ownerId = owner.session.user.id;
  const lead = await makeLead(product, {
    name: 'Zoë Hart',
    email: 'zoe@hart.example',
    message: `First line\n${unbroken}`,
    created_at: daysAgo(9),
  });
  const marks = { email_bounced_at: daysAgo(1), assignee_id: ownerId };
  await product.admin.from('leads').update(marks).eq('id', lead.id).throwOnError();
  const due = { lead_id: lead.id, due_on: torontoDay.format(new Date()) };
  await owner.client.from('lead_follow_ups').insert(due).throwOnError();
  await owner.client
    .from('lead_notes')
    .insert({ lead_id: lead.id, note: 'She called about the menu.' })
    .throwOnError();
  const question = `Ask for the budget first.\n${unbroken}`;
  await colleague.client
    .from('lead_notes')
    .insert({ lead_id: lead.id, note: question, mentions: [ownerId] })
    .throwOnError();
}

/** A reply that was sent and one that the mail server refused, and one by an account, which becomes an email. */
async function seedReplies(product: Product): Promise<void> {
  const noor = '1ead0000-0000-4000-8000-000000000001';
  const reply = { lead_id: noor, message: 'Thursday works.', sender_type: 'admin' };
  const failure = {
    delivery_state: 'failed',
    delivery_problem: 'The mail server refused this message (550).',
  };
  await product.admin
    .from('lead_messages')
    .insert([
      { ...reply, delivery_state: 'sent' },
      { ...reply, ...failure, message: 'Does ten o’clock suit you?' },
    ])
    .throwOnError();
  const { client } = await auditedAccount(product, 'owner');
  const filed = { ...reply, lead_id: '1ead0000-0000-4000-8000-000000000003', message: 'We do. Call us.' };
  await client.from('lead_messages').insert(filed).throwOnError();
}

/** Three leads of Ana Roy, whose phone number leads to another address of hers. */
async function seedLeadsOfOnePerson(product: Product): Promise<void> {
  const ana = {
    name: 'Ana Roy',
    email: 'ana@roy.example',
    phone: '416-555-0142',
    company: 'Roy & Daughters',
  };
  await makeLead(product, { ...ana, message: 'Do you audit booking forms?', created_at: daysAgo(270) });
  await makeLead(product, {
    name: 'A. Roy',
    email: 'ana@roy-old.example',
    phone: ana.phone,
    message: 'unbroken'.repeat(17),
    created_at: daysAgo(500),
  });
  await makeLead(product, {
    ...ana,
    message: 'Could you look at our booking form? It loses what I type.',
    created_at: daysAgo(0.02),
  });
}

async function seedErasedLead(product: Product): Promise<void> {
  const email = 'wanda@gone.example';
  await makeLead(product, { name: 'Wanda Gone', email, created_at: daysAgo(3) });
  await product.admin.rpc('erase_person', { contacts: [email] }).throwOnError();
}

async function seedSuspects(product: Product): Promise<void> {
  const suspect = {
    name: 'Zoë Hart',
    email: 'zoe@hart.example',
    origin: 'site',
    score: 5,
    score_reasons: ['a link in the name', 'too many messages in a short time'],
  };
  await product.admin
    .from('quarantined_leads')
    .insert([
      { ...suspect, message: `First line\n${unbroken}` },
      { ...suspect, name: 'Ana Roy', email: 'ana@roy.example', message: null },
    ])
    .throwOnError();
}

const words =
  'Yes, Thursday works.\n\n-- \nAna Roy\n\nOn Mon, Nov 23, 2026, Fairlead wrote:\n> Does Thursday work?';

/** Calls the database as the server's mail reader does. */
export async function receiveMail(product: Product, given: Record<string, unknown>): Promise<void> {
  const id = randomUUID();
  const mail = {
    id,
    kind: 'person',
    way: 'imap',
    tokens: [],
    mail_ids: [],
    content_key: id.replaceAll('-', '').repeat(2),
    mail_id: `<${id}@roy.example>`,
    from_name: 'Ana Roy',
    subject: 'Re: Your inquiry',
    body: words,
    folds: [2, 7],
    size_bytes: 900,
    ...given,
  };
  await product.admin.rpc('receive_mail', { mail, raw: btoa('Yes, Thursday works.') }).throwOnError();
}

/** Emails that belong to no lead: a long one with files, and one without a subject and a name. */
async function seedUnsortedMails(product: Product): Promise<void> {
  await receiveMail(product, { from_address: 'nameless@stranger.example', from_name: '', subject: '' });
  await receiveMail(product, {
    from_address: `${'unbroken'.repeat(7)}@stranger.example`,
    sender_check: 'unconfirmed',
    files: [
      { part: 0, name: 'plan.txt', media_type: 'text/plain', size_bytes: 26, refused: null },
      {
        part: 1,
        name: 'photo.exe',
        media_type: 'application/x-msdownload',
        size_bytes: 900,
        refused: null,
      },
    ],
  });
}

/** Added by a colleague who only has a phone number. */
async function seedLeadWithoutAddress(product: Product): Promise<void> {
  const { client } = await auditedAccount(product, 'colleague');
  const fields = { name: 'Phil Crane', phone: '604-555-0199', message: 'Wants a call back.' };
  await client
    .rpc('add_lead', {
      lead: randomUUID(),
      fields,
      service: null as never,
      channel: 'phone',
      asked_for_contact: true,
      came_at: daysAgo(1),
    })
    .throwOnError();
}
