// The texts of the panel "Search and sharing".
import { defineTexts } from '../../../texts/define-texts.ts';

export const seoFieldTexts = defineTexts({
  panel: 'Search and sharing',
  hiddenBadge: 'Hidden from search engines',
  unnamed: 'Untitled',
  title: {
    label: 'Title in search results',
    hint: (name: string) => `Leave blank to use “${name}”.`,
    called: 'the title in search results',
  },
  description: {
    label: 'Description in search results',
    hint: 'Leave blank to use the first words of the page.',
    called: 'the description in search results',
  },
  room: (length: number, room: number) =>
    length > room ? `${length} characters, cut after ${room}` : `${length} of ${room} characters`,
  image: {
    label: 'Share image',
    hint: 'Shown with links to this page, cropped to 1200 by 630. Leave it out and we draw one from the title.',
    of: 'sharing',
  },
  hidden: {
    label: 'Hide from search engines',
    on: 'On: anyone with a link can open it, but search engines, the sitemap and the feed leave it out',
    off: 'Off: search engines can list it',
  },
  preview: {
    search: 'In search results',
    hidden: "Search engines are asked not to list this page. It's not in the sitemap or the feed.",
    share: 'When shared',
    shareNote: 'Networks crop and cut a little differently.',
  },
});
