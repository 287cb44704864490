// The texts of the media screen: cards, the edit dialog, deletion, kinds, errors.
import { defineTexts } from '../../texts/define-texts.ts';

export const mediaTexts = defineTexts({
  title: 'Media Management',
  description: 'Manage images and media for services and apps',
  add: 'Add Media',
  addTitle: 'Add media',
  empty: 'No media found. Upload your first media file to get started.',
  what: 'media',
  card: {
    titles: {
      service: (name: string | null) => `Service: ${name ?? 'none'}`,
      app: (name: string | null) => `App: ${name ?? 'none'}`,
    },
    undescribed: (kind: string, owner: string | null) => `${kind} for ${owner ?? 'none'}`,
    decorative: 'Decorative',
    sources: { service: 'service', app: 'app' },
    edit: (name: string) => `Edit ${name}`,
    remove: (name: string) => `Delete ${name}`,
    broken: "This image couldn't be loaded.",
  },
  edit: {
    title: 'Edit image',
    unsaved: 'You have unsaved changes.',
    submit: 'Save image',
    saved: 'Saved',
    savedDescription: 'Description updated.',
  },
  remove: {
    thing: 'image',
    undescribed: (kind: string) => `this ${kind}`,
    named: (alt: string) => `“${alt}”`,
    namedShortened: (alt: string) => `“${alt}…”`,
    shownOn: (pages: readonly string[]) =>
      `${pages.join(', ')} ${pages.length === 1 ? 'uses' : 'use'} it and will be left without an image.`,
    fromPageOf: (app: string | null) => `It will be removed from the page for ${app ?? 'its app'}.`,
    unused: 'No page uses it, so nothing changes for visitors.',
    inTextOf: (pages: readonly string[]) =>
      `It's in the text of ${pages.join(', ')}, so its files will stay on the site.`,
    files: 'Its files will be removed from the site, unless an earlier version shows them.',
    filesOfVersions: 'Its files stay on the site for earlier versions of the app.',
  },
  /** For use within a sentence. A kind that is not listed here is shown unchanged. */
  kinds: { image: 'image', hero: 'hero', screenshot: 'screenshot', logo: 'logo' },
  errors: {
    denied: "You don't have permission to change content. Ask an owner.",
    listChanged: "Someone else changed this list. Here's the latest version.",
    imageChanged: 'Someone else changed or deleted this image. Refresh and try again.',
  },
});
