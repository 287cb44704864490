import type { ServiceTileData } from './read-services.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './related-tiles.module.css';
import { ServiceTile } from './service-tile.tsx';

export function RelatedTiles({ services, title }: { services: readonly ServiceTileData[]; title: string }) {
  if (services.length === 0) return null;
  return (
    <section aria-labelledby="related-title">
      <h2 className={classNames('page', styles.title)} id="related-title">
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
