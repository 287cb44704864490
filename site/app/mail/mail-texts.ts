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
    advice: 'The person who runs the server can find more with: ./fairlead status',
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
