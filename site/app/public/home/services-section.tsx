import type { ServiceTileData } from '../services/read-services.ts';
import { ServiceTile } from '../services/service-tile.tsx';
import { ButtonLink } from '../../ui/button.tsx';

export function ServicesSection({ services }: { services: readonly ServiceTileData[] }) {
  return (
    <section aria-labelledby="services-title">
      <div className="band">
        <div className="page home-services-head">
          <h2 className="section-title" id="services-title">
            Our Services
          </h2>
          <ButtonLink to="/services" variant="secondary">
            View All Services
          </ButtonLink>
        </div>
      </div>
      {services.length > 0 ? (
        <ul className="tiles home-tiles">
          {services.map((service) => (
            <ServiceTile key={service.slug} level={3} service={service} />
          ))}
        </ul>
      ) : (
        <p className="page home-no-services">No services available at the moment.</p>
      )}
    </section>
  );
}
