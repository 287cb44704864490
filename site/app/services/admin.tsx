import { useState } from 'react';
import { agency } from '../agency.ts';
import { mayEditContent, useRoles } from '../session/roles.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { ContourArt } from '../ui/chart/contour-art.tsx';
import { Icon } from '../ui/icon.tsx';
import { PagedList } from '../ui/screen/paged-list.tsx';
import { ScreenHeading } from '../ui/screen/screen-heading.tsx';
import { DeleteService } from './delete-service.tsx';
import { useAllServices, type ListedService } from './list-all-services.ts';
import './admin.css';

export function meta() {
  return [{ title: `Services · ${agency.name}` }];
}

interface ServiceRowProps {
  service: ListedService;
  mayEdit: boolean;
  onDelete: () => void;
}

function ServiceRow({ service, mayEdit, onDelete }: ServiceRowProps) {
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
      <div className="service-row-buttons">
        <a
          className="button"
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
        {mayEdit && (
          <>
            <ButtonLink
              icon="edit"
              size="dashboard"
              to={`/dashboard/services/${service.id}`}
              variant="secondary"
            >
              Edit<span className="sr-only"> {service.name}</span>
            </ButtonLink>
            <Button icon="trash" onClick={onDelete} size="dashboard" variant="secondary">
              <span className="sr-only">Delete {service.name}</span>
            </Button>
          </>
        )}
      </div>
    </article>
  );
}

export default function AdminServices() {
  const services = useAllServices();
  const { data: roles } = useRoles();
  const [deleting, setDeleting] = useState<ListedService>();
  const mayEdit = roles !== undefined && mayEditContent(roles);
  return (
    <>
      <ScreenHeading
        aside={
          mayEdit && (
            <ButtonLink icon="plus" size="dashboard" to="/dashboard/services/new">
              Add Service
            </ButtonLink>
          )
        }
        text="What visitors see, and what is still a draft"
        title="Services"
      />
      <PagedList
        className="service-rows"
        emptyText="No services found. Create your first service to get started."
        query={services}
        what="services"
      >
        {(service) => (
          <ServiceRow mayEdit={mayEdit} onDelete={() => setDeleting(service)} service={service} />
        )}
      </PagedList>
      {deleting && <DeleteService onClose={() => setDeleting(undefined)} service={deleting} />}
    </>
  );
}
