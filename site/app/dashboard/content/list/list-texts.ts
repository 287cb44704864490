// The texts of the trash, with those of the redirects.
import { defineTexts } from '../../../texts/define-texts.ts';
import { formatCount } from '../../../ui/format-values.ts';

export const redirectTexts = defineTexts({
  title: 'Redirects',
  tab: 'Redirects',
  description: 'Old addresses that lead to new ones, and addresses that visitors missed',
  what: 'redirects',
  empty: 'No redirects yet. Pages that you rename redirect by themselves.',
  add: 'Add redirect',
  leadsTo: (from: string, target: string) => `<from>${from}</from> leads to <target>${target}</target>`,
  kinds: { 301: 'Permanent', 302: 'Temporary' },
  edit: (from: string) => `Edit<spoken> ${from}</spoken>`,
  remove: (from: string) => `Delete ${from}`,
  thing: 'redirect',
  consequence: (from: string) => `${from} will say that the page was not found, as before.`,
  missed: {
    title: 'Pages visitors missed',
    hint: 'Addresses that were opened in a browser and are not on the site. We keep the address, how often and when last, nothing of the visitor; at most 500.',
    what: 'missed addresses',
    empty: 'Nobody has missed a page.',
    visits: (visits: number, time: string) =>
      visits === 1 ? `Once, <time>${time}</time>` : `${formatCount(visits)} times, last <time>${time}</time>`,
    redirect: (path: string) => `Redirect to…<spoken> for ${path}</spoken>`,
    dismiss: (path: string) => `Remove ${path} from the list`,
    dismissed: 'Removed from the list',
  },
  dialog: {
    addTitle: 'Add redirect',
    editTitle: 'Edit redirect',
    from: 'Old address',
    fromHint: 'The path on this site, such as /old-page. It is used only where the site has no page.',
    target: 'Leads to',
    targetHint: 'A path on this site, such as /services, or a whole address that starts with https://',
    kind: 'Kind',
    permanent: 'Permanent (301)',
    temporary: 'Temporary (302)',
    save: 'Save redirect',
    busy: 'Saving...',
    saved: 'Saved',
    savedText: (from: string, target: string) => `${from} leads to ${target} now.`,
  },
  errors: {
    fromWrong: 'Enter a path that starts with / and has no ? or #, such as /old-page',
    fromHome: 'The home page can’t be redirected. Enter another path',
    targetWrong: 'Enter a path that starts with /, or an address that starts with https:// or http://',
    taken: 'There is a redirect for that address already. Edit that one instead.',
  },
});

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
