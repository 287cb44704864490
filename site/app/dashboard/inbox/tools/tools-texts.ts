// The texts of the tools panel.
import { defineTexts } from '../../../texts/define-texts.ts';

export const assignTexts = defineTexts({
  label: (lead: string) => `Assign ${lead} to`,
  shortLabel: 'Assigned to',
  nobody: 'No one',
  given: (lead: string, name: string) => `${lead} is now assigned to ${name}`,
  taken: (lead: string) => `${lead} is now unassigned`,
  refused: 'This lead was deleted, or you no longer have permission to change it.',
  denied: "This colleague can't handle leads. Choose an owner or an agent.",
});

/** Texts of the tools, which are loaded when they are opened. */
export const workToolTexts = defineTexts({
  markRead: (name: string) => `Mark as read<spoken>: ${name}</spoken>`,
  markUnread: (name: string) => `Mark as unread<spoken>: ${name}</spoken>`,
  noReplyNeeded: (name: string) => `No reply needed<spoken> for ${name}</spoken>`,
  answered: (name: string) => `${name} no longer needs a reply`,
  followUp: {
    label: 'Follow up',
    today: 'Today',
    tomorrow: 'Tomorrow',
    nextWeek: 'Next week',
    clear: 'Clear',
    day: (name: string) => `Date to follow up with ${name}`,
    set: 'Set date',
    wasSet: (name: string, day: string) => `Follow-up with ${name} on ${day}`,
    cleared: (name: string) => `Follow-up with ${name} cleared`,
    outOfRange: 'Choose today or a later date',
  },
  log: {
    open: 'Log a call or visit',
    hint: 'Shown in the conversation, never emailed.',
    who: 'Who said it',
    they: 'They did',
    we: 'We did',
    channel: 'How',
    channels: { phone: 'By phone', in_person: 'In person', other: 'Another way' },
    at: 'When',
    message: 'What was said',
    save: 'Add to conversation',
    saved: (name: string) => `Added to the conversation with ${name}`,
    empty: 'Write down what was said',
    timeToCome: 'Choose a time in the past',
  },
});

/** Texts about the links to a conversation in our emails. */
export const linksTexts = defineTexts({
  on: 'Your emails link to a private page with this conversation.',
  off: 'Links in earlier emails no longer work. Your next reply will include a new one.',
  revoke: (name: string) => `Turn off existing links<spoken> to ${name}'s conversation</spoken>`,
  busy: 'Turning off...',
  done: (name: string) => `Links to ${name}'s conversation are off`,
});
