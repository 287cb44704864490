// The texts of canned replies: the search dialog, the editor, placeholder names.
import { defineTexts } from '../../../texts/define-texts.ts';

export const cannedTexts = defineTexts({
  open: (name: string) => `Canned replies<spoken> to ${name}</spoken>`,
  title: 'Canned replies',
  what: 'canned replies',
  searchLabel: 'Search canned replies',
  empty: 'None yet. Write one for what you answer often, such as your opening hours.',
  noMatch: 'Nothing matches.',
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
    nameHint: 'What your team looks for, such as “Opening hours”.',
    body: 'Reply',
    bodyHint: (fields: string) =>
      `Filled in when it is inserted: ${fields}. Others, such as {{date}}, wait for you.`,
    save: 'Save',
    busy: 'Saving...',
    saved: 'Canned reply saved',
    remove: 'Delete',
    removing: 'Deleting...',
    removeTitle: (name: string) => `Delete ${name}?`,
    removeText: 'Your whole team loses it. Replies that were sent with it stay as they are.',
    removed: 'Canned reply deleted',
    unsaved: 'What you wrote here is not saved.',
    missing: 'Give it a name and a text.',
    taken: 'Another canned reply has this name.',
  },
});
