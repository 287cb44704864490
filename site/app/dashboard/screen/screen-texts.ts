// The texts shared by dashboard screens: lists, pictures, chips, deletion, previews.
import { defineTexts } from '../../texts/define-texts.ts';

/** Texts that screens share; each screen's own texts are beside it. */
export const screenTexts = defineTexts({
  loading: 'Loading...',
  list: {
    loading: (what: string) => `Loading ${what}...`,
    failed: "We couldn't load this list.",
    retry: 'Retry',
    retrying: 'Trying again...',
    more: (what: string) => `Load more ${what}`,
    loadingMore: 'Loading more...',
    end: (what: string) => `All ${what} are shown`,
  },
  error: 'Error',
  order: (title: string, place: number, count: number) => `${title} is now ${place} of ${count}`,
  picture: {
    uploaded: 'Uploaded image',
    unnamed: 'Image',
    alt: 'Image description (alt text)',
    altOf: (of: string) => `Description of ${of} (alt text)`,
    altProblem: 'Describe it in one sentence, or mark it decorative',
    decorative: 'Decorative (no description needed)',
    decorativeOf: (of: string) => `Decorative (no description needed)<spoken> in ${of}</spoken>`,
    remove: (title: string) => `Remove<spoken> the ${title.toLowerCase()}</spoken>`,
    address: 'Or paste an image URL',
    addressHint: 'https://, or the path of an image on this site',
  },
  chips: {
    added: (chip: string) => `Added ${chip}`,
    removed: (chip: string) => `Removed ${chip}`,
    duplicate: (chip: string) => `${chip} is already on the list`,
    remove: (chip: string) => `Remove ${chip}`,
    placeholder: 'Add another',
    hint: (one: string) => `Type a ${one} and press Enter.`,
  },
  deletion: {
    question: (title: string) => `Delete ${title}?`,
    confirm: (thing: string) => `Delete ${thing}`,
    busy: 'Deleting...',
    final: "This can't be undone.",
    done: 'Deleted',
    doneText: (title: string) => `${title.charAt(0).toUpperCase()}${title.slice(1)} was deleted.`,
    addressGoes: (path: string) => `${path} is removed right away. Old links will say the page is gone.`,
    draftGoes: "It's a draft, so nothing changes for visitors.",
  },
  row: {
    features: 'Features',
    edit: (title: string) => `Edit<spoken> ${title}</spoken>`,
    remove: (title: string) => `Delete ${title}`,
  },
});
