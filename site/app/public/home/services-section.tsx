import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { ServiceTileData } from '../services/read-services.ts';
import { ServiceTile } from '../services/service-tile.tsx';
import { homeTexts } from './home-texts.ts';
import styles from './services-section.module.css';

const texts = homeTexts.services;

export function ServicesSection({ services }: { services: readonly ServiceTileData[] }) {
  return (
    <section aria-labelledby="services-title">
      <div className="band">
        <div className={classNames('page', styles.head)}>
          <h2 className="section-title above-line" id="services-title">
            {texts.title}
          </h2>
          <ButtonLink className="above-line" size="public" to="/services" variant="secondary">
            {texts.all}
          </ButtonLink>
        </div>
      </div>
      {services.length > 0 ? (
        <ul className={classNames('tiles', styles.tiles)}>
          {services.map((service) => (
            <ServiceTile key={service.slug} level={3} service={service} />
          ))}
        </ul>
      ) : (
        <p className={classNames('page', styles.empty)}>{texts.empty}</p>
      )}
    </section>
  );
}
