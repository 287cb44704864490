// Texts of outgoing mails: replies, bookings, digests, notices; bounce reasons, sender domain checks.
import { defineTexts } from '../texts/define-texts.ts';
import { formatCount } from '../ui/format-values.ts';

/** `(550)` of an SMTP response, if there was one. */
const inBrackets = (status: number | undefined) => (status === undefined ? '' : ` (${status})`);

/** Mails of the outbox, and reasons why one was not sent. The account mails are in supabase/templates. */
export const mailTexts = defineTexts({
  reply: {
    subjectAboutService: (service: string) => `Re: Your inquiry about ${service}`,
    subject: (agency: string) => `Re: Your inquiry to ${agency}`,
    reason: (agency: string, site: string, phone: string) =>
      `You're receiving this because you contacted ${agency} at ${site}. Reply to this email or call ${phone}.`,
    unsubscribe: 'Unsubscribe from our emails',
    conversation: 'View this conversation and reply on our website',
    privacy: 'Privacy',
    wrote: (time: string, who: string) => `On ${time}, ${who} wrote:`,
  },
  /** To a person who sent a form, once; the text is a setting. */
  received: {
    subjectAboutService: (service: string) => `Your inquiry about ${service}`,
    subject: (agency: string) => `Your inquiry to ${agency}`,
    conversation: 'View your message or add to it',
    reason: (site: string) =>
      `Someone used this address to contact us at ${site}. If it wasn't you, ignore this email.`,
  },
  /** To a person who opened an expired link and requested another. */
  freshLink: {
    sentence: (agency: string) => `Here's a new link to your conversation with ${agency}.`,
    older: 'Links in our earlier emails no longer work.',
    open: 'Open the conversation',
    reason: (agency: string) =>
      `You're receiving this because someone asked for a new link to your conversation. If it wasn't you, let ${agency} know.`,
  },
  recovery: {
    subject: 'A recovery code was used',
    used: (agency: string) =>
      `A recovery code was just used on your ${agency} account. Two-step verification is off and other devices were signed out.`,
    advice:
      "If this was you, set up two-step verification again. If it wasn't, change your password right away and tell an owner.",
    openSettings: 'Open Settings',
    reason: (agency: string) => `You're receiving this because it's about your ${agency} account.`,
  },
  /** The server supplies the sentence that describes the problem. */
  backups: {
    subject: (agency: string) => `Your ${agency} backups need attention`,
    advice:
      'Forward this email to the person who runs your server. Site health on the dashboard has the details.',
    openDashboard: 'Open the dashboard',
    reason: (agency: string) =>
      `You're receiving this because you're an owner of ${agency}. You'll get one email a day until backups work again.`,
  },
  /** To owners, and to who scheduled a change that could not be published. */
  unpublishedChange: {
    subject: (name: string) => `Scheduled changes weren't published: ${name}`,
    failed: (name: string, reason: string) =>
      `The changes you scheduled for ${name} weren't published: ${reason}`,
    advice: 'Visitors still see the page as it was, and your changes are still in the editor.',
    open: 'Open the editor',
    reason: (agency: string) =>
      `You're receiving this because you're an owner of ${agency} or scheduled these changes.`,
  },
  /** To a person who reported a barrier and left an address. */
  acknowledgement: {
    subject: 'We got your report',
    thanks: (agency: string) =>
      `Thank you for telling ${agency} about an accessibility problem on our website. We have your report, and a real person will read it.`,
    next: (phone: string) =>
      `We'll reply to this address. If you need something now, reply to this email or call ${phone}.`,
    open: 'View our accessibility page',
    reason: (site: string) =>
      `Someone used this address to report an accessibility problem at ${site}/accessibility. If it wasn't you, ignore this email.`,
  },
  test: {
    subject: 'Test email',
    works: 'It works: your website sent this email.',
    look: "If it landed in your spam folder, or its source doesn't include dkim=pass, check Outgoing email under Site health on your dashboard.",
    reason: (agency: string) =>
      `You're receiving this because you selected “Send a test email” on the ${agency} dashboard.`,
  },
  /** For the plain text of a mail, where a button is a link on a separate line. */
  linkBelow: (label: string) => `${label}:`,
  buttonFails: 'Button not working? Open this link:',
  restInText: 'The rest is in the plain-text version of this email.',
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
    newerVersion: 'Only a newer version of the program can send this.',
    unknown: "The mail server didn't accept this email.",
  },
});

/** Mails about a consultation that was booked on /book. */
export const bookingMailTexts = defineTexts({
  subjects: {
    booked: (time: string) => `Your consultation: ${time}`,
    moved: (time: string) => `New time for your consultation: ${time}`,
    cancelled: (time: string) => `Consultation cancelled: ${time}`,
    reminder: (time: string) => `Consultation reminder: ${time}`,
  },
  said: {
    booked: (agency: string, minutes: number) =>
      `You're booked for a free ${minutes}-minute consultation with ${agency}:`,
    moved: (agency: string, minutes: number) =>
      `Your free ${minutes}-minute consultation with ${agency} has a new time:`,
    cancelled: (agency: string) => `Your consultation with ${agency} has been cancelled:`,
    reminder: (agency: string, minutes: number) =>
      `We look forward to your free ${minutes}-minute consultation with ${agency}:`,
  },
  otherZone: (time: string) => `In your time zone: ${time}`,
  call: "We'll call the number you gave us. If you didn't give one, we'll email you a link to join.",
  attached: 'Open the attached file to add it to your calendar.',
  again: 'You can book another time whenever you like.',
  change: 'Change or cancel',
  book: 'Book another time',
  reason: (site: string) =>
    `Someone used this address to book a consultation at ${site}. If it wasn't you, open the link above and cancel it.`,
  reasonCancelled: (site: string) => `Someone used this address to book a consultation at ${site}.`,
  reasonByStaff: (agency: string) =>
    `You're receiving this because ${agency} booked a consultation with you.`,
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
    allLate: (count: number) => `${people(count)} ${are(count)} past your response-time target`,
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
  reports: 'Your response time appears on the accessibility page.',
  more: (count: number) => `And ${formatCount(count)} more in Messages.`,
  open: 'Open Messages',
  openReports: 'Open reports',
  reason: (agency: string) => `You're receiving this because you handle leads for ${agency}.`,
  settings: 'Choose how often we email you, or set days away',
});

const withCode = (text: string, code: string): string => (code === '' ? `${text}.` : `${text} (${code}).`);

/** Texts for staff about received mail. */
export const mailInTexts = defineTexts({
  bounces: {
    noMailbox: (code: string) => withCode("Not delivered: this address doesn't exist", code),
    full: (code: string) => withCode('Not delivered: their mailbox is full', code),
    closed: (code: string) => withCode("Not delivered: their mailbox isn't accepting email", code),
    tooLarge: (code: string) => withCode('Not delivered: too large for their mail server', code),
    unreachable: (code: string) => withCode("Not delivered: their mail server couldn't be reached", code),
    refused: (code: string) => withCode('Not delivered: their mail server refused it', code),
    other: (code: string) => withCode('Not delivered', code),
    said: (words: string) => `Their mail server said: ${words}`,
  },
  problems: {
    signIn: "The mail server doesn't accept the user name or password.",
    noMailbox: "The mailbox that we read doesn't exist on the mail server.",
    insecure:
      "We can't trust the mail server's certificate: it has expired, is for another server, or has an unknown issuer.",
    unencrypted:
      "The mail server doesn't offer working encryption, and we never send the password without it.",
    unreachable: "We couldn't reach the mail server.",
    interrupted: "The connection to the mailbox was lost. We'll try again.",
  },
});

export const senderDomainTexts = defineTexts({
  unreachable: "We couldn't look this up because no DNS server responded. Try again in a few minutes.",
  spf: {
    good: 'Published.',
    missing:
      'Missing. This record says which servers may send your email. Publish it, or use the value your mail provider gives you.',
    several: (count: number) =>
      `There are ${count} records, so mail servers ignore all of them. Combine them into one.`,
    open: 'It lets any server send email in your name. End it with ~all or -all.',
    closed: 'It allows no servers at all, so all your emails are refused. Publish this one instead.',
    unfinished: "It doesn't say what to do with email from other servers. End it with ~all or -all.",
  },
  dkim: {
    good: 'Published, and your emails are signed with its key.',
    unsigned:
      "Your emails aren't signed here. Most mail providers sign them for you: send a test email and look for dkim=pass in its source. If it isn't there, ask the person who runs your server to turn on signing (DKIM).",
    missing: "Your emails are signed, but the key isn't published, so no one can check it. Publish it.",
    different: "The published key isn't the one your emails are signed with. Publish this one.",
    revoked: 'The published key is empty, which means revoked. Publish this one.',
  },
  dmarc: {
    good: 'Published. It asks mail servers to stop forged emails.',
    missing:
      'Missing. Large mail providers ask for it and may treat your emails as spam without it. Publish it.',
    several: (count: number) => `There are ${count} records, so mail servers ignore all of them. Keep one.`,
    invalid: 'It has no policy that mail servers understand. Publish p=none, p=quarantine or p=reject.',
    reportsOnly:
      'Published, for reports only (p=none). Once SPF and DKIM are right, change it to p=quarantine to keep forged emails out.',
  },
});
