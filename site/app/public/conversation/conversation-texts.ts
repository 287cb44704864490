// Texts of the page where a visitor reads or answers a conversation, with unknown or expired links.
import { defineTexts } from '../../texts/define-texts.ts';

export const conversationTexts = defineTexts({
  title: (agency: string) => `Your inquiry to ${agency}`,
  titleAbout: (service: string) => `Your inquiry about ${service}`,
  titleWithProblems: (title: string) => `Error: ${title}`,
  description: (agency: string) => `Your conversation with ${agency}.`,
  intro: (agency: string) =>
    `All messages between you and ${agency}, newest last. Only our team and people with your link can see them.`,
  jump: 'Write a reply',
  messages: {
    title: 'Messages',
    zone: (zone: string) => `Times are in ${zone}.`,
    none: 'No messages yet.',
    more: 'Earlier messages are in our emails to you.',
    you: 'You',
    staff: (author: string, agency: string) => `${author}, ${agency}`,
    quoted: 'Show quoted text',
  },
  answer: {
    title: 'Write a reply',
    label: 'Your reply',
    missing: 'Write your reply',
    tooLong: (most: string) => `Shorten your reply to ${most} characters or fewer`,
    send: 'Send reply',
    kept: "We've kept what you wrote.",
    flood: "You've sent a lot of messages in a short time. Please wait ten minutes, or call or email us.",
    failed: "We couldn't save your reply. Please try again, or call or email us.",
    sentTitle: 'Thank you. We have your reply.',
    sent: (email: string) => `We'll reply by email. You can also email ${email}.`,
  },
  foot: {
    until: (day: string) => `This link works until ${day}, 90 days after the latest message.`,
    unsubscribe: 'Unsubscribe',
    privacy: 'Privacy Policy',
  },
  unknown: {
    title: "This link doesn't work",
    text: 'Please open the link in our latest email to you, or <phone>call</phone> or <email>email</email> us.',
  },
  expired: {
    title: 'This link has expired',
    text: 'To keep your conversation private, links expire after 90 days without a new message. Nothing is lost.',
    send: 'Email me a new link',
    where: "We'll send it to the email address we have for you.",
    wrote: "Your reply wasn't sent. Copy it from here:",
  },
  renewed: {
    title: 'Check your email',
    text: 'If this link was yours, a new one is on its way to the email address we have for you. It may take a few minutes.',
    help: "Didn't get it? <phone>Call</phone> or <email>email</email> us, and we'll pick up where we left off.",
  },
});
