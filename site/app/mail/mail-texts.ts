import { defineTexts } from '../texts/define-texts.ts';

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
  /** To staff: a prospect answered on the page of their conversation. */
  message: {
    subject: 'New answer',
    sentence: 'Someone answered in a conversation.',
    reason: (agency: string) =>
      `You're receiving this because you handle leads for ${agency}. Answers within minutes of each other are one email.`,
  },
  triage: {
    subject: 'An email to sort',
    sentence: 'An email came in that belongs to no conversation yet. Choose its lead, or make it a new one.',
    open: 'Open the email',
    reason: (agency: string) => `You're receiving this because you handle leads for ${agency}.`,
  },
  notice: {
    subject: (count: number) => (count === 1 ? 'New lead' : `${count.toLocaleString('en-CA')} new leads`),
    sentence: (count: number) =>
      count === 1
        ? 'Someone just contacted us.'
        : `${count.toLocaleString('en-CA')} people just contacted us.`,
    openInbox: 'Open the inbox',
    reason: (agency: string) =>
      `You're receiving this because you handle leads for ${agency}. You'll get one email every five minutes at most.`,
  },
  mention: {
    subject: 'A note mentions you',
    by: (author: string) => `${author} mentioned you in an internal note on a lead.`,
    byColleague: 'A colleague mentioned you in an internal note on a lead.',
    open: 'Read the note',
    reason: (agency: string) => `You're receiving this because you handle leads for ${agency}.`,
  },
  late: {
    subject: (count: number) =>
      count === 1
        ? 'A lead is waiting for an answer'
        : `${count.toLocaleString('en-CA')} leads are waiting for an answer`,
    mailsSubject: (count: number) =>
      count === 1
        ? 'An email is waiting to be sorted'
        : `${count.toLocaleString('en-CA')} emails are waiting to be sorted`,
    sentence: (count: number) =>
      count === 1
        ? 'Someone has waited longer for an answer than your target says.'
        : `${count.toLocaleString('en-CA')} people have waited longer for an answer than your target says.`,
    mailsSentence: (count: number) =>
      count === 1
        ? 'An email that belongs to no conversation has waited longer than your target says.'
        : `${count.toLocaleString('en-CA')} emails that belong to no conversation have waited longer than your target says.`,
    openMails: 'Open the emails to sort',
    advice: 'The target is under Business hours in Agency details.',
    open: 'Open these leads',
    reason: (agency: string) =>
      `You're receiving this because you're responsible for these leads or an owner of ${agency}. You'll get one email every 15 minutes at most.`,
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
  /** What happened is said by the server. */
  backups: {
    subject: (agency: string) => `The backups of ${agency} need attention`,
    advice:
      'The person who runs the server can find more with: npm run -s status, or fairlead status where a release is installed',
    openDashboard: 'Open the dashboard',
    reason: (agency: string) =>
      `You're receiving this because you're an owner of ${agency}. You'll get one email a day until it works again.`,
  },
  /** Of a barrier, to staff; its words stay in the dashboard. */
  report: {
    subject: 'New report of a barrier',
    sentence: 'A visitor reported an accessibility barrier on the site.',
    advice: 'It waits for an answer. How soon you answered is published on the accessibility page.',
    open: 'Read reports',
    reason: (agency: string) =>
      `You're receiving this because you answer visitors for ${agency}. You'll get one email every five minutes at most.`,
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
