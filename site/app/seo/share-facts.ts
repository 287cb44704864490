import type { ShareFacts } from './share-address.ts';

// What the share image of a record shows. The page's head and the image's route must agree, so both ask here.

export function serviceShare({
  name,
  slug,
  category,
}: {
  name: string;
  slug: string;
  category: string | null;
}) {
  return { title: name, caption: category ?? 'Services', seed: slug, word: category } satisfies ShareFacts;
}

export function appShare({ name, slug, category }: { name: string; slug: string; category: string | null }) {
  return { title: name, caption: category ?? 'Apps', seed: slug, word: category } satisfies ShareFacts;
}

export function postShare({ title, slug }: { title: string; slug: string }) {
  return { title, caption: 'Resources', seed: slug, word: title } satisfies ShareFacts;
}
