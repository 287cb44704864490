// The texts of the list options in the inbox: sort order, saved views.
import { defineTexts } from '../../../texts/define-texts.ts';

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
    busy: 'Saving...',
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
