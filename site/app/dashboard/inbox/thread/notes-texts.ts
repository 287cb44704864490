// The texts of internal notes: the form, mentions, deletion.
import { defineTexts } from '../../../texts/define-texts.ts';

export const notesTexts = defineTexts({
  word: 'Internal note',
  by: (name: string) => `by ${name}`,
  mentions: (names: string) => `Mentions ${names}`,
  label: (name: string) => `Internal note about ${name}`,
  shortLabel: 'Internal note',
  hint: 'For colleagues alone. Never emailed to the lead. Type @ to mention one.',
  mention: 'Mention colleagues',
  suggestions: 'Colleagues',
  found: (count: number) =>
    `${count === 1 ? '1 colleague' : `${count} colleagues`}. Up and Down to choose, Enter to mention, Escape to close.`,
  save: 'Save note',
  busy: 'Saving…',
  saved: (name: string) => `Note about ${name} saved`,
  edited: (time: string) => `edited ${time}`,
  edit: (time: string) => `Edit<spoken> your note of ${time}</spoken>`,
  editLabel: 'Change the internal note',
  cancel: 'Cancel',
  remove: (time: string) => `Delete<spoken> the note of ${time}</spoken>`,
  removeTitle: 'Delete this note?',
  removeText: 'It is gone for good, for all colleagues.',
  removeYes: 'Delete note',
  removing: 'Deleting…',
  removed: 'Note deleted',
  empty: 'Write the note first.',
});
