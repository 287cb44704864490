import { agency } from '../agency.ts';
import { Badge } from '../ui/badge.tsx';
import { ContourArt } from '../ui/chart/contour-art.tsx';
import { Icon } from '../ui/icon.tsx';
import { PagedList } from '../ui/screen/paged-list.tsx';
import { ScreenHeading } from '../ui/screen/screen-heading.tsx';
import { useAllServices, type ListedService } from './list-all-services.ts';
import './admin.css';

export function meta() {
  return [{ title: `Services · ${agency.name}` }];
}

function ServiceRow({ service }: { service: ListedService }) {
  return (
    <article aria-labelledby={service.id} className="service-row panel">
      <div aria-hidden="true" className="service-row-art">
        {service.hero_image_url ? (
          <img alt="" height={120} loading="lazy" src={service.hero_image_url} width={160} />
        ) : (
          <ContourArt height={160} seed={service.slug} width={320} />
        )}
      </div>
      <div className="service-row-words">
        <div className="service-row-head">
          <h2 className="panel-title" id={service.id}>
            {service.name}
          </h2>
          <Badge
            shape={service.is_published ? 'ring' : 'circle'}
            variant={service.is_published ? 'outline' : 'secondary'}
          >
            {service.is_published ? 'Published' : 'Draft'}
          </Badge>
          {service.categories && <Badge variant="land">{service.categories.name}</Badge>}
        </div>
        <p>{service.short_pitch}</p>
        {service.feature_chips.length > 0 && (
          <ul aria-label="Features" className="chips">
            {service.feature_chips.map((chip) => (
              <li className="buoy" key={chip}>
                {chip}
              </li>
            ))}
          </ul>
        )}
      </div>
      <a
        className="button service-row-view"
        data-size="dashboard"
        data-variant="secondary"
        href={`/services/${service.slug}`}
        rel="noreferrer"
        target="_blank"
      >
        <Icon name="external" />
        View
        <span className="sr-only"> {service.name} (opens in a new tab)</span>
      </a>
    </article>
  );
}

export default function AdminServices() {
  const services = useAllServices();
  return (
    <>
      <ScreenHeading text="What visitors see, and what is still a draft" title="Services" />
      <PagedList
        className="service-rows"
        emptyText="No services found. Create your first service to get started."
        query={services}
        what="services"
      >
        {(service) => <ServiceRow service={service} />}
      </PagedList>
    </>
  );
}
