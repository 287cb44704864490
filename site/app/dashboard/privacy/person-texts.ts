import { defineTexts } from '../../texts/define-texts.ts';

const count = (total: number, one: string, many: string): string => `${total} ${total === 1 ? one : many}`;

/** Finding a person, and what can be done for them. */
export const personTexts = defineTexts({
  title: 'A person’s data',
  hint: 'Searches leads, conversations, emails received, spam, reports, accounts, versions, the trash and every other text.',
  label: 'Email or phone',
  submit: 'Find',
  busy: 'Searching…',
  errors: {
    contact: 'Enter a whole email address, or a phone number with its area code.',
  },
  nothing: (contact: string) => `Nothing is known of ${contact}.`,
  found: (contact: string) => `What is known of ${contact}`,
  and: ' and ',
  also: 'Also known as',
  include: (contact: string) => `Include ${contact}`,
  share: (total: number) =>
    `These leads have ${total} different email addresses. Make sure that they are one person before you correct or erase.`,
  counts: {
    leads: (total: number) => count(total, 'lead', 'leads'),
    messages: (total: number) => count(total, 'message', 'messages'),
    queued: (total: number) => `${count(total, 'message', 'messages')} not sent yet`,
    quarantined: (total: number) => `${count(total, 'message', 'messages')} in the spam list`,
    mails: (total: number) => `${count(total, 'email', 'emails')} received`,
    reports: (total: number) => `${count(total, 'report', 'reports')} of barriers`,
    requests: (total: number) => `${count(total, 'request', 'requests')} about their data`,
    accounts: (total: number) => count(total, 'account', 'accounts'),
    mentions: (total: number) => `named in ${count(total, 'other text', 'other texts')}`,
    published: (total: number) => `named in ${count(total, 'text', 'texts')} of your content`,
    refused: 'asked not to be contacted',
  },
  lead: (day: string) => `Wrote on ${day}`,
  mails: (total: number) => `Emails received (${total})`,
  mail: (address: string, day: string) => `From ${address} on ${day}`,
  noSubject: '(no subject)',
  moreMails: (shown: number) => `The newest ${shown}. The page and the file have up to 500.`,
  more: (total: number) => `The page and the file have at most 500 of ${total} leads.`,
  page: 'Save as page',
  json: 'Save as JSON',
  correct: 'Correct',
  erase: 'Erase',
  fileName: 'personal-data',
  correction: {
    title: 'Correct their data',
    hint: 'On all their leads. What stays empty stays as it is.',
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    company: 'Company',
    submit: 'Save correction',
    busy: 'Saving…',
    saved: (total: number) => `Corrected on ${count(total, 'lead', 'leads')}.`,
    errors: { empty: 'Fill in what is wrong.', rejected: 'The email, phone or name isn’t valid.' },
  },
  erasure: {
    title: (contact: string) => `Erase ${contact}?`,
    leads: (total: number) =>
      `${count(total, 'lead stays', 'leads stay')} as a count: day, status, service and source. Everything else goes.`,
    messages: (total: number) =>
      `${count(total, 'message', 'messages')} and everything not sent yet are deleted.`,
    others:
      'Their emails, their messages in the spam list and their unconfirmed account are deleted. In other texts, address and number become [erased].',
    backups: 'Backups keep the data until they expire, and a restored backup is erased again.',
    final: 'You can’t undo this.',
    yes: 'Erase',
    busy: 'Erasing…',
  },
  done: {
    title: 'Erased',
    leads: (total: number) => `${count(total, 'lead', 'leads')} emptied`,
    messages: (total: number) => `${count(total, 'message', 'messages')} deleted`,
    mentions: (total: number) => `${count(total, 'other text', 'other texts')} changed`,
    remains: 'What remains, and what to do',
    customers: (ids: string) =>
      `Customers in Stripe: ${ids}. Delete them there, unless tax law still requires their invoices.`,
    team: (emails: string) => `Accounts of colleagues: ${emails}. Remove them under Team first.`,
    published: (texts: string) => `Your content names them: ${texts}. Edit it there.`,
    drafts: 'Drafts of replies in colleagues’ browsers can name them. They go when the colleague signs out.',
    backups: 'Backups until they expire, as the privacy page says.',
    register:
      'Their request stays in the register without their name, and their address stays refused if they asked not to be contacted.',
  },
  document: {
    title: 'Personal data',
    intro: (agency: string, day: string) => `What ${agency} holds about you, on ${day}.`,
    leads: 'What you wrote to us',
    mails: 'Emails we received',
    reports: 'Reports of barriers',
    quarantined: 'Messages held back as possible spam',
    requests: 'Your requests',
    accounts: 'Accounts',
    doNotContact: 'You asked us not to contact you',
    mentions: 'Other records that name you',
    from: (sender: string) => (sender === 'admin' ? 'We wrote' : 'You wrote'),
  },
});
