// The texts of the trash.
import { defineTexts } from '../../../texts/define-texts.ts';

export const trashTexts = defineTexts({
  title: 'Trash',
  description: "Deleted items stay here for 30 days, then they're permanently deleted.",
  what: 'deleted items',
  empty: (kinds: string) => `The trash is empty. Deleted ${kinds} stay here for 30 days.`,
  byNobody: 'the server',
  deleted: (time: string, account: string) => `Deleted <time>${time}</time> by ${account}`,
  until: (day: string) => `Permanently deleted ${day}`,
  restore: (name: string) => `Restore<spoken> ${name}</spoken>`,
  restoring: 'Restoring...',
  restored: 'Restored',
  restoredText: (name: string) => `${name} is back as a draft.`,
  restoredElsewhere: (name: string, taken: string, path: string) =>
    `${name} is back as a draft. ${taken} is already in use, so its web address is now ${path}.`,
  open: 'Open it',
  remove: (name: string) => `Permanently delete ${name}`,
  question: (name: string) => `Permanently delete ${name}?`,
  consequence: 'Its versions, and any images nothing else uses, are deleted too.',
  confirm: 'Delete permanently',
  deletedAgain: 'Someone has restored it since, and it was deleted again. Nothing was deleted permanently.',
  removed: (name: string) => `${name} was permanently deleted.`,
  canRestoreSeveral: 'You can restore them from Trash for 30 days.',
  canRestore: 'You can restore it from Trash for 30 days.',
});
