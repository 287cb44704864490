// The texts of entries in an open thread: internal notes, the delivery state of replies.
import { defineTexts } from '../../../texts/define-texts.ts';

/** Texts of internal notes. */
export const notesTexts = defineTexts({
  word: 'Internal note',
  by: (name: string) => (name === 'You' ? 'by you' : `by ${name}`),
  mentions: (names: string) => `Mentions ${names}`,
  label: (name: string) => `Internal note about ${name}`,
  shortLabel: 'Internal note',
  hint: 'Only your team sees this. Type @ to mention a colleague.',
  mention: 'Mention colleagues',
  suggestions: 'Colleagues',
  found: (count: number) =>
    `${count === 1 ? '1 colleague' : `${count} colleagues`}. Up and Down to choose, Enter to mention, Escape to close.`,
  save: 'Save note',
  saved: (name: string) => `Note about ${name} saved`,
  edited: (time: string) => `edited ${time}`,
  edit: (time: string) => `Edit<spoken> your note from ${time}</spoken>`,
  editLabel: 'Edit internal note',
  cancel: 'Cancel',
  remove: (time: string) => `Delete<spoken> the note from ${time}</spoken>`,
  removeTitle: 'Delete this note?',
  removeText: "It's deleted for your whole team. This can't be undone.",
  removeYes: 'Delete note',
  removing: 'Deleting...',
  removed: 'Note deleted',
  empty: 'Write a note first',
});

/** Texts below a reply. */
export const deliveryTexts = defineTexts({
  sent: 'Sent',
  failed: 'Failed',
  recorded: 'Saved',
  delayed: 'Saved, not sent yet',
  retry: (name: string) => `Retry<spoken> this reply to ${name}</spoken>`,
  retrying: 'Sending...',
  retried: (name: string) => `Resending your reply to ${name}`,
  wasNoMailServer: 'Not emailed: no mail server was set up.',
  noMailServer: 'Not emailed: no mail server is set up.',
  openMail: 'View it in Mail',
});
