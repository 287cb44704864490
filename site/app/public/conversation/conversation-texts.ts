// Texts of the page where a visitor reads or answers a conversation, with unknown or expired links.
import { defineTexts } from '../../texts/define-texts.ts';

export const conversationTexts = defineTexts({
  title: (agency: string) => `Your inquiry to ${agency}`,
  titleAbout: (service: string) => `Your inquiry about ${service}`,
  titleWithProblems: (title: string) => `Error: ${title}`,
  description: (agency: string) => `Your conversation with ${agency}.`,
  intro: (agency: string) =>
    `Everything you and ${agency} have written, the newest at the end. Only we and people with your link can see it.`,
  jump: 'Write an answer',
  messages: {
    title: 'Messages',
    none: 'Nothing is written here yet.',
    more: 'Earlier messages are in our emails to you.',
    you: 'You',
    staff: (author: string, agency: string) => `${author}, ${agency}`,
    quoted: 'Show what this quotes',
  },
  answer: {
    title: 'Write an answer',
    label: 'Your answer',
    missing: 'Write what you’d like to tell us.',
    tooLong: (most: string) => `Your answer: Use at most ${most} characters.`,
    send: 'Send answer',
    problems: 'Your answer wasn’t sent yet:',
    kept: 'What you wrote is still here.',
    flood: 'That’s many messages in a short time. Please wait ten minutes, call or email us.',
    failed: 'We couldn’t save your answer. Please try again, call or email us.',
    sentTitle: 'Thank you. We have your answer.',
    sent: (email: string) => `We’ll answer by email. You can also write to ${email}.`,
  },
  foot: {
    until: (day: string) => `This link works until ${day}. Each new message gives it another 90 days.`,
    unsubscribe: 'Stop emails',
    privacy: 'Privacy Policy',
  },
  unknown: {
    title: 'This link doesn’t work',
    text: 'Please open the link in our newest email to you, or <phone>call</phone> or <email>email</email> us.',
  },
  expired: {
    title: 'This link has expired',
    text: 'To keep your conversation private, its links stop working after 90 quiet days. Nothing is lost.',
    send: 'Email me a fresh link',
    where: 'It goes to the address we know you by.',
    wrote: 'What you wrote wasn’t sent. Here it is, to copy:',
  },
  renewed: {
    title: 'Check your email',
    text: 'If this link was yours, a fresh one is on its way to the address we know. It may take a few minutes.',
    help: 'Nothing there? <phone>Call</phone> or <email>email</email> us, and we’ll pick it up from where we were.',
  },
});
