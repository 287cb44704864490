// The texts of canned replies: the search dialog, the editor, placeholder names.
import { defineTexts } from '../../../texts/define-texts.ts';

export const cannedTexts = defineTexts({
  open: (name: string) => `Canned replies<spoken> to ${name}</spoken>`,
  title: 'Canned replies',
  what: 'canned replies',
  searchLabel: 'Search canned replies',
  empty: 'No canned replies yet. Write one for a question you get often, such as your hours.',
  noMatch: 'No canned replies match.',
  found: (count: number) => (count === 1 ? '1 canned reply' : `${count} canned replies`),
  add: 'New canned reply',
  edit: (name: string) => `Edit ${name}`,
  inserted: (name: string) => `Inserted: ${name}`,
  insertedWithGaps: (name: string, gaps: string) => `Inserted: ${name}. Still to fill in: ${gaps}`,
  fields: {
    firstName: 'first name',
    service: 'service',
    myName: 'my name',
    agency: 'agency',
  },
  dialog: {
    addTitle: 'New canned reply',
    editTitle: 'Edit canned reply',
    name: 'Name',
    nameHint: 'What your team will search for, such as “Opening hours”.',
    body: 'Reply',
    bodyHint: (fields: string) =>
      `Filled in automatically: ${fields}. You fill in any others, such as {{date}}.`,
    save: 'Save',
    saved: 'Canned reply saved',
    remove: 'Delete',
    removing: 'Deleting...',
    removeTitle: (name: string) => `Delete ${name}?`,
    removeText: "It's deleted for your whole team. Replies already sent don't change.",
    removed: 'Canned reply deleted',
    unsaved: "This canned reply hasn't been saved yet.",
    nameMissing: 'Enter a name',
    bodyMissing: 'Enter a reply',
    taken: 'A canned reply with this name already exists.',
  },
});
