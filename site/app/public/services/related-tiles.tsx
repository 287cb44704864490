// Services shown below another record.
import type { ServiceTileData } from './read-services.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './services.module.css';
import { ServiceTile } from './service-tile.tsx';

interface RelatedServiceTilesProps {
  services: readonly ServiceTileData[];
  title: string;
}

export function RelatedServiceTiles({ services, title }: RelatedServiceTilesProps) {
  if (services.length === 0) return null;
  return (
    <section aria-labelledby="related-title">
      <h2 className={classNames('page', styles.related)} id="related-title">
        {title}
      </h2>
      <ul className="tiles rule-top">
        {services.map((service) => (
          <ServiceTile key={service.slug} level={3} service={service} />
        ))}
      </ul>
    </section>
  );
}

/** The number in one row. */
const maxRelated = 3;

/**
 * The services that a post links to, in that order, so that its author can choose them; without such links, those whose
 * category occurs in its title or excerpt.
 */
export function servicesForPost<Service extends ServiceTileData>(
  post: { title: string; excerpt: string; body: string | null },
  services: readonly Service[],
): Service[] {
  const linked = [...(post.body ?? '').matchAll(/\/services\/([\w-]+)/g)].map(([, slug]) => slug);
  const chosen = [...new Set(linked)].flatMap((slug) => services.filter((service) => service.slug === slug));
  if (chosen.length > 0) return chosen.slice(0, maxRelated);
  const opening = `${post.title} ${post.excerpt}`.toLowerCase();
  return services
    .filter(
      ({ category }) => category !== null && category !== '' && opening.includes(category.toLowerCase()),
    )
    .slice(0, maxRelated);
}

/** Services to show after one: first those of its category, then the newest. */
export function relatedServices<Service extends ServiceTileData>(
  here: Pick<ServiceTileData, 'slug' | 'category'>,
  services: readonly Service[],
): Service[] {
  const others = services.filter(({ slug }) => slug !== here.slug);
  const isSameCategory = ({ category }: ServiceTileData) => category !== null && category === here.category;
  return [...others.filter(isSameCategory), ...others.filter((service) => !isSameCategory(service))].slice(
    0,
    maxRelated,
  );
}
