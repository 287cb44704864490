// The texts of redirects and broken links.
import { defineTexts } from '../../../texts/define-texts.ts';
import { formatCount } from '../../../ui/format-values.ts';

export const redirectTexts = defineTexts({
  title: 'Redirects',
  description: 'Send old links to new pages, and fix the broken links visitors run into',
  what: 'redirects',
  empty: 'No redirects yet. Renamed pages redirect automatically.',
  add: 'Add redirect',
  leadsTo: (from: string, target: string) => `<from>${from}</from> redirects to <target>${target}</target>`,
  kinds: { 301: 'Permanent', 302: 'Temporary' },
  edit: (from: string) => `Edit<spoken> ${from}</spoken>`,
  remove: (from: string) => `Delete ${from}`,
  thing: 'redirect',
  consequence: (from: string) => `Visitors to ${from} will see “Page not found” again.`,
  automatic: {
    title: 'Automatic redirects',
    hint: 'Made when a published page is renamed, and removed when it gets its old address back.',
    what: 'automatic redirects',
    empty: 'No automatic redirects yet.',
    leadsTo: (from: string, target: string) => `<from>${from}</from> redirects to <target>${target}</target>`,
    leadsNowhere: (from: string) => `<from>${from}</from> has no page`,
    renamed: (name: string, time: string) => `${name} was renamed <time>${time}</time>`,
    unpublished: (name: string) => `${name} isn't published`,
    deleted: (time: string) => `Its page was deleted <time>${time}</time>`,
  },
  missed: {
    title: 'Broken links',
    hint: "Pages visitors tried to open that aren't on your site. We keep the path, a count and the last time, and nothing about the visitor (up to 500 paths).",
    what: 'broken links',
    empty: 'No broken links yet.',
    visits: (visits: number, time: string) =>
      visits === 1 ? `Once, <time>${time}</time>` : `${formatCount(visits)} times, last <time>${time}</time>`,
    redirect: (path: string) => `Redirect...<spoken> ${path}</spoken>`,
    dismiss: (path: string) => `Remove ${path} from the list`,
    dismissed: 'Removed from the list',
  },
  dialog: {
    addTitle: 'Add redirect',
    editTitle: 'Edit redirect',
    from: 'Old address',
    fromHint: 'A path on your site, such as /old-page. Existing pages are never redirected.',
    target: 'New address',
    targetHint: 'A path on your site, such as /services, or a full URL that starts with https://',
    kind: 'Type',
    permanent: 'Permanent (301)',
    temporary: 'Temporary (302)',
    save: 'Save redirect',
    saved: 'Saved',
    savedText: (from: string, target: string) => `${from} now redirects to ${target}.`,
  },
  errors: {
    fromWrong: 'Enter a path that starts with / and has no ? or #, such as /old-page',
    fromHome: "You can't redirect the home page. Enter another path.",
    targetWrong: 'Enter a path that starts with /, or a URL that starts with https:// or http://',
    taken: 'That address already has a redirect. Edit that one instead.',
  },
});
