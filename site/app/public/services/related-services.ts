import type { ServiceTileData } from './read-services.ts';

/** At most this many stand at the end of a page: one row. */
const mostRelated = 3;

/**
 * The services that belong to a post: those its text links to, in the order of the links, so that its author
 * decides. A post without such links gets those whose category its title or excerpt names.
 */
export function servicesForPost<Service extends ServiceTileData>(
  post: { title: string; excerpt: string; body: string | null },
  services: readonly Service[],
): Service[] {
  const linked = [...(post.body ?? '').matchAll(/\/services\/([\w-]+)/g)].map(([, slug]) => slug);
  const chosen = [...new Set(linked)].flatMap((slug) => services.filter((service) => service.slug === slug));
  if (chosen.length > 0) return chosen.slice(0, mostRelated);
  const opening = `${post.title} ${post.excerpt}`.toLowerCase();
  return services
    .filter(
      ({ category }) => category !== null && category !== '' && opening.includes(category.toLowerCase()),
    )
    .slice(0, mostRelated);
}

/** The services to go on to from one: those of its category first, the others as they come (newest first). */
export function servicesBeside<Service extends ServiceTileData>(
  here: Pick<ServiceTileData, 'slug' | 'category'>,
  services: readonly Service[],
): Service[] {
  const others = services.filter(({ slug }) => slug !== here.slug);
  const isNear = ({ category }: ServiceTileData) => category !== null && category === here.category;
  return [...others.filter(isNear), ...others.filter((service) => !isNear(service))].slice(0, mostRelated);
}
