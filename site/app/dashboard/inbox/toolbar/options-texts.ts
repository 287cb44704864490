// The texts of the dialogs of the inbox's list: sort order, saved views, keyboard shortcuts.
import { defineTexts } from '../../../texts/define-texts.ts';

/** Texts of the list options. */
export const optionsTexts = defineTexts({
  sort: {
    label: 'Sort',
    newest: 'Newest first',
    oldest: 'Oldest first',
    waiting: 'Longest waiting first',
    waitingHint: 'Longest waiting first shows only leads that need a reply.',
  },
  views: {
    title: 'Saved views',
    hint: 'Save your search, filters and order as a link in the sidebar.',
    name: 'View name',
    share: 'Share with the team',
    shared: 'Everyone who can view leads sees it in the sidebar.',
    own: 'Only you see it in the sidebar.',
    save: 'Save this view',
    saved: (name: string) => `Saved: ${name}`,
    renamed: (name: string) => `Renamed: ${name}`,
    removed: (name: string) => `Removed: ${name}`,
    nameMissing: 'Enter a name for the view',
    listLabel: 'Your views',
    sharedBadge: 'Shared',
    rename: (name: string) => `Rename ${name}`,
    remove: (name: string) => `Remove ${name}`,
    renameTitle: 'Rename view',
    renameSubmit: 'Rename',
  },
});

/** Texts of the list of keyboard shortcuts. */
export const shortcutsTexts = defineTexts({
  title: 'Keyboard shortcuts',
  description: "They're off while you type in a field.",
  search: 'Search leads',
  next: 'Next lead',
  previous: 'Previous lead',
  reply: 'Reply to this lead',
  status: 'Change the status of this lead',
  select: 'Select this lead (then S changes the status of all selected)',
  longest: 'Reply to the lead waiting longest',
  list: 'Show this list',
  alwaysTitle: 'Always on',
  send: "Send the reply you're typing",
  sendAndNext: 'Send it and go to the next waiting lead',
  toasts: 'Go to the notifications',
  sidebar: 'Show or hide the sidebar',
});
