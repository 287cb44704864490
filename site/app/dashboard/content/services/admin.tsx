import { useState } from 'react';
import { agency } from '../../../agency.ts';
import { deleteRecord, signPreview } from '../../../data/content-records.ts';
import { useMayEditContent } from '../../../auth/session/roles.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { addressConsequence, DeleteRecord } from '../../screen/delete-record.tsx';
import { ContentTabs } from '../../screen/content-tabs.tsx';
import { PagedList } from '../../screen/paged-list.tsx';
import { RecordRow } from '../../screen/record-row.tsx';
import { ScreenHeading } from '../../screen/screen-heading.tsx';
import { ServiceLeads } from './service-leads.tsx';
import { useAllServices, type ListedService } from './list-all-services.ts';

export function meta() {
  return [{ title: `Services · ${agency.name}` }];
}

export default function AdminServices() {
  const services = useAllServices();
  const mayEdit = useMayEditContent();
  const [deleting, setDeleting] = useState<ListedService>();
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
        text="Published pages and drafts"
        title="Services"
      />
      <ContentTabs />
      <PagedList
        className="record-rows"
        emptyText="No services found. Create your first service to get started."
        query={services}
        what="services"
      >
        {(service) => (
          <RecordRow
            badge={service.categories?.name}
            chips={service.feature_chips}
            edit={
              mayEdit
                ? { path: `/dashboard/services/${service.id}`, onDelete: () => setDeleting(service) }
                : null
            }
            id={service.id}
            isPublished={service.is_published}
            pictureUrl={service.hero_image_url}
            preview={() => signPreview('services', service.id)}
            seed={service.slug}
            text={service.short_pitch}
            title={service.name}
            viewPath={`/services/${service.slug}`}
          />
        )}
      </PagedList>
      {deleting && (
        <DeleteRecord
          onClose={() => setDeleting(undefined)}
          queryKeys={['services', 'media']}
          remove={() => deleteRecord('services', deleting.id)}
          thing="service"
          title={deleting.name}
        >
          <li>{addressConsequence(`/services/${deleting.slug}`, deleting.is_published)}</li>
          <li>Its images in Media are deleted too.</li>
          <li>
            <ServiceLeads serviceId={deleting.id} />
          </li>
        </DeleteRecord>
      )}
    </>
  );
}
