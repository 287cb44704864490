import type { ShareFacts } from './share-image-path.ts';

// Shared by a page's head and the image's route, which must agree on the path.

export function serviceShare({
  name,
  slug,
  category,
}: {
  name: string;
  slug: string;
  category: string | null;
}) {
  return {
    title: name,
    caption: category ?? 'Services',
    seed: slug,
    terrainSeed: category,
  } satisfies ShareFacts;
}

export function appShare({ name, slug, category }: { name: string; slug: string; category: string | null }) {
  return { title: name, caption: category ?? 'Apps', seed: slug, terrainSeed: category } satisfies ShareFacts;
}

export function postShare({ title, slug }: { title: string; slug: string }) {
  return { title, caption: 'Resources', seed: slug, terrainSeed: title } satisfies ShareFacts;
}
