import { defineTexts } from '../../../texts/define-texts.ts';

export const trashTexts = defineTexts({
  title: 'Trash',
  tab: 'Trash',
  description: 'What was deleted in the last 30 days. After that it is gone for good.',
  what: 'deleted items',
  empty: (kinds: string) => `The trash is empty. Deleted ${kinds} stay here for 30 days.`,
  byNobody: 'the server',
  deleted: (time: string, account: string) => `Deleted <time>${time}</time> by ${account}`,
  until: (day: string) => `Gone for good on ${day}`,
  restore: (name: string) => `Restore<spoken> ${name}</spoken>`,
  restoring: 'Restoring...',
  restored: 'Restored',
  restoredText: (name: string) => `${name} is back as a draft.`,
  restoredElsewhere: (name: string, taken: string, path: string) =>
    `${name} is back as a draft. ${taken} is in use by now, so its address is ${path}.`,
  open: 'Open it',
  remove: (name: string) => `Delete ${name} for good`,
  question: (name: string) => `Delete ${name} for good?`,
  consequence: 'Its versions go too, and pictures that nothing else shows.',
  confirm: 'Delete for good',
  removed: (name: string) => `${name} is gone for good.`,
  canRestore: 'You can restore it from Trash for 30 days.',
});
