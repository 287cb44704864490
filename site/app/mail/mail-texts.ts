// Texts of outgoing mails: replies, bookings, digests, notices; bounce reasons, sender domain checks.
import { defineTexts } from '../texts/define-texts.ts';
import { formatCount } from '../ui/format-values.ts';

/** `(550)` of an SMTP response, if there was one. */
const inBrackets = (status: number | undefined) => (status === undefined ? '' : ` (${status})`);

/** Mails of the outbox, and why one was not sent. The account mails are supabase/templates. */
export const mailTexts = defineTexts({
  reply: {
    subjectAboutService: (service: string) => `Re: Your inquiry about ${service}`,
    subject: (agency: string) => `Re: Your inquiry to ${agency}`,
    reason: (agency: string, site: string, phone: string) =>
      `You're receiving this because you contacted ${agency} at ${site}. Reply to this email or call ${phone}.`,
    unsubscribe: "Don't email me about anything else",
    conversation: 'Read this conversation and answer on our website',
    privacy: 'Privacy',
    wrote: (time: string, who: string) => `On ${time}, ${who} wrote:`,
  },
  /** To who sent a form, once; its words are a setting. */
  received: {
    subjectAboutService: (service: string) => `Your inquiry about ${service}`,
    subject: (agency: string) => `Your inquiry to ${agency}`,
    conversation: 'Read it or add something',
    reason: (site: string) =>
      `You're receiving this once because this address was left with a message on ${site}. If that wasn't you, you don't need to do anything.`,
  },
  /** To who opened an expired link of theirs and asked for another. */
  freshLink: {
    sentence: (agency: string) => `Here is a fresh link to your conversation with ${agency}.`,
    older: 'The links in our earlier emails no longer work.',
    open: 'Open the conversation',
    reason: (agency: string) =>
      `You're receiving this because a new link was asked for on the page of an expired one. If that wasn't you, tell ${agency}.`,
  },
  recovery: {
    subject: 'A recovery code was used',
    used: (agency: string) =>
      `A recovery code was just used on your ${agency} account. Two-step verification is off and other devices were signed out.`,
    advice:
      "If this was you, set up two-step verification again. If it wasn't, change your password right away and tell an owner of the team.",
    openSettings: 'Open Settings',
    reason: (agency: string) => `You're receiving this because it's about your ${agency} account.`,
  },
  /** The server supplies the sentence that describes the problem. */
  backups: {
    subject: (agency: string) => `The backups of ${agency} need attention`,
    advice:
      'Forward this email to the person who runs your server. Site health on the dashboard has the details.',
    openDashboard: 'Open the dashboard',
    reason: (agency: string) =>
      `You're receiving this because you're an owner of ${agency}. You'll get one email a day until it works again.`,
  },
  /** To who reported a barrier and left an address. */
  acknowledgement: {
    subject: 'We got your report',
    thanks: (agency: string) =>
      `Thank you for telling ${agency} about a barrier on our website. Your report arrived and a person will read it.`,
    next: (phone: string) =>
      `We'll answer you at this address. If you need something now, reply to this email or call ${phone}.`,
    open: 'Our accessibility page',
    reason: (site: string) =>
      `You're receiving this once because this address was left with a report on ${site}/accessibility. If that wasn't you, you don't need to do anything.`,
  },
  test: {
    subject: 'Test message',
    works: 'Mail works: this message came from your website.',
    look: "If it was in your spam folder, or dkim=pass isn't in its source, look at the mail section of Site health on the dashboard's overview.",
    reason: (agency: string) =>
      `You're receiving this because you pressed "Send a test message" on the dashboard of ${agency}.`,
  },
  /** In the text of a mail, where a button is a link on a line of its own. */
  linkBelow: (label: string) => `${label}:`,
  failures: {
    badAddress: "This address can't receive email. Reach them another way.",
    refused: (status: number | undefined) =>
      `The mail server refused this message or its address${inBrackets(status)}. Check the address.`,
    insecure: 'The mail server has no secure connection.',
    signIn: (status: number | undefined) => `The mail server refused our sign-in${inBrackets(status)}.`,
    later: (status: number) => `The mail server asked us to try again later${inBrackets(status)}.`,
    unwilling: (status: number) =>
      `The mail server isn't accepting email from us right now${inBrackets(status)}.`,
    unreachable: "We couldn't reach the mail server.",
    newerVersion: 'A newer version of the program must send this.',
    unknown: "The mail server didn't accept this email.",
  },
});

/** Mails about a consultation that was booked on /book. */
export const bookingMailTexts = defineTexts({
  subjects: {
    booked: (time: string) => `Your consultation: ${time}`,
    moved: (time: string) => `New time for your consultation: ${time}`,
    cancelled: (time: string) => `Your consultation is cancelled: ${time}`,
    reminder: (time: string) => `Reminder of your consultation: ${time}`,
  },
  said: {
    booked: (agency: string, minutes: number) =>
      `Your free ${minutes}-minute consultation with ${agency} is booked. This is the time:`,
    moved: (agency: string, minutes: number) =>
      `Your free ${minutes}-minute consultation with ${agency} has a new time:`,
    cancelled: (agency: string) => `Your consultation with ${agency} at this time is cancelled:`,
    reminder: (agency: string, minutes: number) =>
      `We look forward to your free ${minutes}-minute consultation with ${agency}:`,
  },
  otherZone: (time: string) => `In your time zone: ${time}`,
  call: 'We call the phone number you left. If you left none, we email you how to join.',
  attached: 'The attached file puts it into your calendar.',
  again: 'You are welcome to choose another time.',
  change: 'Move or cancel it',
  book: 'Choose another time',
  reason: (site: string) =>
    `You're receiving this because this address was used to book a consultation at ${site}. If that wasn't you, open the link above and cancel it.`,
  reasonCancelled: (site: string) =>
    `You're receiving this because this address was used to book a consultation at ${site}.`,
  reasonByStaff: (agency: string) =>
    `You're receiving this because ${agency} arranged a consultation with you.`,
});

const people = (count: number) => (count === 1 ? '1 person' : `${formatCount(count)} people`);
const are = (count: number) => (count === 1 ? 'is' : 'are');

/** Mail to staff about their leads. */
export const digestTexts = defineTexts({
  subject: {
    lead: (name: string) => `New lead: ${name}`,
    answer: (name: string) => `New reply from ${name}`,
    assigned: (name: string) => `Newly assigned: ${name}`,
    booked: (name: string, time: string) => `Consultation with ${name}: ${time}`,
    cancelled: (name: string) => `Consultation cancelled: ${name}`,
    mention: (name: string, author: string) => `${author} mentioned you in a note on ${name}`,
    late: (name: string) => `Past your response-time target: ${name}`,
    mail: (name: string) => `Email to sort: ${name}`,
    reports: (count: number) =>
      count === 1
        ? 'An accessibility report needs a reply'
        : `${formatCount(count)} accessibility reports need a reply`,
    allLate: (count: number) => `${people(count)} ${count === 1 ? 'has' : 'have'} waited past your target`,
    waiting: (count: number) => `${people(count)} ${are(count)} waiting`,
    updates: (count: number) => `${formatCount(count)} lead updates`,
  },
  names: (subject: string, names: string) => `${subject}: ${names}`,
  nextName: (names: string, name: string) => `${names}; ${name}`,
  waited: (name: string, wait: string) => `${name}, ${wait}`,
  short: {
    minutes: (count: number) => `${count} min`,
    hours: (count: number) => `${count} h`,
    days: (count: number) => (count === 1 ? '1 day' : `${formatCount(count)} days`),
  },
  intro: {
    late: 'These people have waited longer than your response-time target.',
    waiting: 'Longest wait first.',
  },
  title: {
    company: (name: string, company: string) => `${name}, ${company}`,
    about: (name: string, service: string) => `${name} (${service})`,
  },
  kinds: {
    lead: 'New lead',
    answer: 'New reply',
    assigned: 'Newly assigned',
    late: 'Past your response-time target',
    mail: "We couldn't match this email to a lead",
    booked: (time: string) => `Consultation on ${time}`,
    cancelled: (time: string) => `Cancelled: consultation on ${time}`,
    mention: (author: string) => `${author} mentioned you in a note`,
  },
  nextFact: (facts: string, fact: string) => `${facts} · ${fact}`,
  colleague: 'A colleague',
  since: (time: string) => `Waiting since ${time}`,
  wait: (wait: string, time: string) => `Waiting ${wait}, since ${time}`,
  long: {
    minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
    hours: (count: number) => (count === 1 ? '1 business hour' : `${count} business hours`),
    days: (count: number) => (count === 1 ? '1 business day' : `${formatCount(count)} business days`),
  },
  quote: (words: string) => `“${words}”`,
  reports: 'Your response time is published on the accessibility page.',
  more: (count: number) => `And ${formatCount(count)} more in Messages.`,
  open: 'Open Messages',
  openReports: 'Open reports',
  reason: (agency: string) => `You're receiving this because you handle leads for ${agency}.`,
  settings: 'Choose how often we email you, or set days away',
});

const withCode = (text: string, code: string): string => (code === '' ? `${text}.` : `${text} (${code}).`);

/** Of received mail, in words for staff. */
export const mailInTexts = defineTexts({
  bounces: {
    noMailbox: (code: string) => withCode('It came back: this address doesn’t exist', code),
    full: (code: string) => withCode('It came back: their mailbox is full', code),
    closed: (code: string) => withCode('It came back: their mailbox takes no mail', code),
    tooLarge: (code: string) => withCode('It came back: it was too large for their mail server', code),
    unreachable: (code: string) => withCode('It came back: their mail server could not be reached', code),
    refused: (code: string) => withCode('It came back: their mail server refused it', code),
    other: (code: string) => withCode('It came back: it could not be delivered', code),
    said: (words: string) => `Their mail server said: ${words}`,
  },
  problems: {
    signIn: 'The mail server doesn’t accept the user name or the password.',
    noMailbox: 'The mailbox that MAIL_IN_IMAP_URL names isn’t there.',
    insecure:
      'The certificate of the mail server can’t be trusted: it has expired, names another server, or nobody known signed it.',
    unencrypted: 'The mail server offers no encryption that works, and the password is never sent without.',
    unreachable: 'The mail server can’t be reached.',
    interrupted: 'The connection to the mailbox ended. It is tried again.',
  },
});

export const senderDomainTexts = defineTexts({
  unreachable: "We couldn't look it up: no DNS server answered. Try again in a few minutes.",
  spf: {
    good: 'Published.',
    missing:
      'Missing. It says which servers may send your mail. Publish it, with the value of your mail provider if they name another.',
    several: (count: number) =>
      `There are ${count} records, and receivers then ignore all of them. Join them into one.`,
    open: 'It lets every server send mail in your name. End it with ~all or -all.',
    closed: 'It allows no server at all, so receivers refuse all of our mail. Publish this one instead.',
    unfinished: "It doesn't say what receivers do with mail from other servers. End it with ~all or -all.",
  },
  dkim: {
    good: 'Published, and your mail is signed with its key.',
    unsigned:
      "Not signed here. Most mail providers sign for you: send a test message and look for dkim=pass in its source. If it isn't there, set DKIM_SELECTOR.",
    missing: "Your mail is signed, but the key isn't published, so nobody can check it. Publish it.",
    different: "The published key isn't the one your mail is signed with. Publish this one.",
    revoked: 'The published key is empty, which means revoked. Publish this one.',
  },
  dmarc: {
    good: 'Published. Receivers are asked to stop forged mail.',
    missing:
      'Missing. Large receivers ask for it, and without it they may treat your mail as spam. Publish it.',
    several: (count: number) =>
      `There are ${count} records, and receivers then ignore all of them. Keep one.`,
    invalid: 'It names no policy that receivers know. Publish p=none, p=quarantine or p=reject.',
    reportsOnly:
      'Published, for reports only (p=none). Once SPF and DKIM are right, p=quarantine also keeps forged mail out.',
  },
});
