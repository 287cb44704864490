import { defineTexts } from '../../../texts/define-texts.ts';

/** Of the links in our emails that open a conversation. */
export const linksTexts = defineTexts({
  on: 'Your emails link to a private page with this conversation.',
  off: 'Links in earlier emails no longer work. Your next reply has a new one.',
  revoke: (name: string) => `Turn off the links so far<spoken> to ${name}’s conversation</spoken>`,
  busy: 'Turning off…',
  done: (name: string) => `Links to ${name}’s conversation are off`,
});
