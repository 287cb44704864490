// The texts of the tools panel.
import { defineTexts } from '../../../texts/define-texts.ts';

/** Of the controls, which are loaded when they are opened. */
export const workToolTexts = defineTexts({
  markRead: (name: string) => `Mark as read<spoken>: ${name}</spoken>`,
  markUnread: (name: string) => `Mark as unread<spoken>: ${name}</spoken>`,
  noReplyNeeded: (name: string) => `No reply needed<spoken> for ${name}</spoken>`,
  answered: (name: string) => `${name} no longer waits for a reply`,
  followUp: {
    label: 'Follow up',
    today: 'Today',
    tomorrow: 'Tomorrow',
    nextWeek: 'Next week',
    clear: 'Clear',
    day: (name: string) => `Day to follow up with ${name}`,
    set: 'Set day',
    wasSet: (name: string, day: string) => `Follow-up with ${name} on ${day}`,
    cleared: (name: string) => `No follow-up with ${name}`,
    outOfRange: 'Choose a day from today on.',
  },
  log: {
    open: 'Add a call or visit',
    hint: 'It stands in the conversation and is never emailed.',
    who: 'Who said it',
    they: 'They said it',
    we: 'We said it',
    channel: 'How',
    channels: { phone: 'By phone', in_person: 'In person', other: 'Another way' },
    at: 'When',
    message: 'What was said',
    save: 'Add to conversation',
    busy: 'Saving…',
    saved: (name: string) => `Added to the conversation with ${name}`,
    empty: 'Write down what was said.',
    timeToCome: 'Choose a time that has passed.',
  },
});

/** Of the links in our emails that open a conversation. */
export const linksTexts = defineTexts({
  on: 'Your emails link to a private page with this conversation.',
  off: 'Links in earlier emails no longer work. Your next reply has a new one.',
  revoke: (name: string) => `Turn off the links so far<spoken> to ${name}’s conversation</spoken>`,
  busy: 'Turning off…',
  done: (name: string) => `Links to ${name}’s conversation are off`,
});
