// Texts of the privacy screen: requests, retention, incidents, the search for a person's data.
import { defineTexts } from '../../texts/define-texts.ts';

const count = (total: number, one: string, many: string): string => `${total} ${total === 1 ? one : many}`;

/** Texts of the privacy screen: its sections of requests, retention and incidents. */
export const privacyTexts = defineTexts({
  title: 'Privacy',
  description: "Find, share, correct or delete someone's data, and set how long you keep it",
  loading: 'Loading...',
  requests: {
    title: 'Requests',
    hint: 'You have 30 days to answer each request. Answered requests are kept for 2 years.',
    empty: 'No requests yet.',
    add: 'Add request',
    kinds: {
      access: 'Copy of their data',
      correct: 'Correction',
      erase: 'Deletion',
      withdraw: 'Stop contacting them',
      complaint: 'Complaint',
    },
    received: (day: string) => `Received ${day}`,
    due: (day: string) => `Answer by ${day}`,
    late: (day: string) => `Overdue since ${day}`,
    done: (day: string) => `Answered ${day}`,
    answer: (contact: string) => `Mark the request from ${contact} as answered`,
    remove: (contact: string) => `Delete the request from ${contact}`,
    thing: 'request',
    removeTitle: (contact: string) => `the request from ${contact}`,
    consequence: "You'll have no record that they asked.",
    saved: 'Request saved',
    failed: "We couldn't load the requests.",
  },
  requestForm: {
    title: 'Add request',
    kind: 'What they asked for',
    contact: 'Their email or phone',
    received: 'Received on',
    note: 'Note',
    submit: 'Save request',
    errors: {
      contact: 'Enter an email or phone number',
      date: 'Enter today or an earlier date',
    },
  },
  answerForm: {
    title: 'Mark as answered',
    done: 'Answered on',
    response: 'What you told them or did',
    submit: 'Save answer',
    errors: {
      response: 'Say what you told them or did',
      date: 'Enter a date between the day the request came in and today',
    },
  },
  retention: {
    title: 'How long you keep messages',
    hint: 'Messages from people who never become clients are deleted this long after your last contact. Clients (anyone in Stripe) are kept for 7 years. Your privacy page says the same.',
    waits:
      'Nothing is deleted yet. Choose how long to keep messages, or never delete them, and save. Until then, your privacy page says you keep messages until people ask you to delete them.',
    label: 'Delete after',
    months: (months: number) => count(months, 'month', 'months'),
    never: 'Never',
    save: 'Save',
    saved: 'Saved. Your privacy page is up to date.',
    preview: (leads: string, clients: string, spam: string) =>
      `Within an hour, this deletes ${leads}, ${clients} and ${spam}.`,
    nothing: 'No messages are that old.',
    off: 'Nothing is deleted automatically.',
    leads: (total: number) => (total > 1000 ? 'more than 1,000 leads' : count(total, 'lead', 'leads')),
    clients: (total: number) =>
      total > 1000 ? 'more than 1,000 former clients' : count(total, 'former client', 'former clients'),
    spam: (total: number) =>
      total > 1000
        ? 'more than 1,000 possible spam messages'
        : count(total, 'possible spam message', 'possible spam messages'),
    first: 'The oldest ones',
    lastContact: (day: string) => `last contact ${day}`,
    log: 'Deleted automatically',
    logEmpty: 'Nothing has been deleted automatically yet.',
    logColumns: {
      day: 'Day',
      leads: 'Leads',
      clients: 'Clients',
      spam: 'Spam',
      registers: 'Requests and incidents',
    },
    failed: "We couldn't load this.",
  },
  incidents: {
    title: 'Incidents',
    hint: "The law requires a record of every data breach: data lost, seen or changed by someone who shouldn't have. Records are kept for 5 years and can't be deleted.",
    empty: 'No incidents yet.',
    add: 'Add incident',
    edit: (day: string) => `Edit the incident from ${day}`,
    serious: 'Real risk of significant harm',
    notSerious: 'No real risk of significant harm',
    whose: (text: string) => `Whose data: ${text}`,
    risk: (text: string) => `Risk: ${text}`,
    told: (who: string, day: string) => `Notified on ${day}: ${who}`,
    notTold: 'No one has been notified yet.',
    saved: 'Incident saved',
    failed: "We couldn't load the incidents.",
  },
  incidentForm: {
    add: 'Add incident',
    edit: 'Edit incident',
    noticed: 'Noticed on',
    what: 'What happened',
    whose: 'Whose data, and what kind',
    serious: 'Is there a real risk of significant harm?',
    yes: 'Yes: you must notify the people affected and the Privacy Commissioner',
    no: 'No',
    risk: 'Why you think so, and what you did',
    told: 'Who was notified',
    toldOn: 'Notified on',
    submit: 'Save incident',
    errors: {
      required: 'Fill in this field',
      date: 'Enter today or an earlier date',
      told: 'Enter both who was notified and when, or leave both blank',
    },
  },
});

/** Texts of the search for a person, and of the actions on the result. */
export const personDataTexts = defineTexts({
  title: "Find someone's data",
  hint: 'Searches everything: leads, conversations, emails, possible spam, reports, accounts, earlier versions and the trash.',
  label: 'Email or phone',
  submit: 'Find',
  busy: 'Searching...',
  errors: {
    contact: 'Enter a full email address, or a phone number with its area code',
  },
  nothing: (contact: string) => `No data found for ${contact}.`,
  found: (contact: string) => `What we hold about ${contact}`,
  and: ' and ',
  also: 'Also known as',
  include: (contact: string) => `Include ${contact}`,
  share: (total: number) =>
    `These leads have ${total} different email addresses. Make sure they belong to one person before you correct or delete anything.`,
  counts: {
    leads: (total: number) => count(total, 'lead', 'leads'),
    messages: (total: number) => count(total, 'message', 'messages'),
    queued: (total: number) => `${count(total, 'message', 'messages')} not sent yet`,
    quarantined: (total: number) => count(total, 'possible spam message', 'possible spam messages'),
    mails: (total: number) => `${count(total, 'email', 'emails')} received`,
    reports: (total: number) => count(total, 'accessibility report', 'accessibility reports'),
    requests: (total: number) => `${count(total, 'request', 'requests')} about their data`,
    accounts: (total: number) => count(total, 'account', 'accounts'),
    mentions: (total: number) => `named in ${count(total, 'other record', 'other records')}`,
    published: (total: number) => `named in ${count(total, 'piece', 'pieces')} of your content`,
    refused: 'marked as do not contact',
  },
  lead: (day: string) => `Wrote on ${day}`,
  mails: (total: number) => `Emails received (${total})`,
  mail: (address: string, day: string) => `From ${address} on ${day}`,
  noSubject: '(no subject)',
  moreMails: (shown: number) => `Showing the newest ${shown}. Saved files include up to 500.`,
  more: (total: number) => `Saved files include up to 500 of ${total} leads.`,
  page: 'Save as web page',
  json: 'Save as JSON',
  correct: 'Correct',
  erase: 'Delete',
  fileName: 'personal-data',
  correction: {
    title: 'Correct their data',
    hint: 'Applies to all their leads. Leave a field blank to keep it.',
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    company: 'Company',
    submit: 'Save correction',
    saved: (total: number) => `Corrected on ${count(total, 'lead', 'leads')}.`,
    errors: { empty: 'Fill in at least one field', rejected: "The email, phone or name isn't valid." },
  },
  erasure: {
    title: (contact: string) => `Delete all data about ${contact}?`,
    leads: (total: number) =>
      `${count(total, 'lead', 'leads')}: we keep a count (day, status, service, source) and delete everything else.`,
    messages: (total: number) =>
      `${count(total, 'message', 'messages')} and anything not sent yet will be deleted.`,
    others:
      'Their emails, possible spam messages and unconfirmed account will be deleted. Anywhere else, their email and phone number are replaced with [erased].',
    backups: 'Backups keep the data until they expire. If you restore one, the data is deleted again.',
    final: "This can't be undone.",
    yes: 'Delete',
    busy: 'Deleting...',
  },
  done: {
    title: 'Data deleted',
    leads: (total: number) => `${count(total, 'lead', 'leads')} cleared`,
    messages: (total: number) => `${count(total, 'message', 'messages')} deleted`,
    mentions: (total: number) => `${count(total, 'other record', 'other records')} changed`,
    remains: "What's left, and what to do",
    customers: (ids: string) =>
      `Stripe customers: ${ids}. Delete them in Stripe, unless tax law still requires you to keep their invoices.`,
    team: (emails: string) =>
      `Team accounts: ${emails}. Remove them on the Team screen, then delete their data again.`,
    published: (texts: string) =>
      `Your content names them: ${texts.replaceAll('_', ' ').replace('posts', 'resources')}. Edit it there.`,
    drafts:
      "Unsent drafts in colleagues' browsers may name them. Each draft is deleted when that colleague signs out.",
    backups: 'Backups keep the data until they expire, as your privacy page says.',
    register:
      'Their request stays on file without their name. If they asked not to be contacted, their address stays blocked.',
  },
  document: {
    title: 'Personal data',
    intro: (agency: string, day: string) => `What ${agency} holds about you, as of ${day}.`,
    leads: 'What you wrote to us',
    mails: 'Emails we received',
    reports: 'Your accessibility reports',
    quarantined: 'Messages held back as possible spam',
    requests: 'Your requests',
    accounts: 'Accounts',
    doNotContact: 'You asked us not to contact you',
    mentions: 'Other records that name you',
    from: (sender: string) => (sender === 'admin' ? 'We wrote' : 'You wrote'),
  },
});
