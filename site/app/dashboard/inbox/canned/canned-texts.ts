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
  unfilled: (gap: string) => `Fill in ${gap} before you send, or take it out.`,
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
    removed: 'Canned reply deleted',
    unsaved: 'What you wrote here is not saved.',
    missing: 'Give it a name and a text.',
    taken: 'Another canned reply has this name.',
  },
});
