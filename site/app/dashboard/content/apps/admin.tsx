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
import { useAllApps, type ListedApp } from './list-all-apps.ts';

export function meta() {
  return [{ title: `Apps · ${agency.name}` }];
}

export default function AdminApps() {
  const apps = useAllApps();
  const mayEdit = useMayEditContent();
  const [deleting, setDeleting] = useState<ListedApp>();
  return (
    <>
      <ScreenHeading
        aside={
          mayEdit && (
            <ButtonLink icon="plus" size="dashboard" to="/dashboard/apps/new">
              Add App
            </ButtonLink>
          )
        }
        text="Published pages and drafts"
        title="Apps"
      />
      <ContentTabs />
      <PagedList
        className="record-rows"
        emptyText="No apps found. Create your first app to get started."
        query={apps}
        what="apps"
      >
        {(app) => (
          <RecordRow
            badge={app.category}
            chips={app.feature_chips}
            edit={mayEdit ? { path: `/dashboard/apps/${app.id}`, onDelete: () => setDeleting(app) } : null}
            id={app.id}
            isPublished={app.is_published}
            logoUrl={app.logo_url}
            pictureUrl={null}
            preview={() => signPreview('apps', app.id)}
            seed={app.slug}
            text={app.short_pitch}
            title={app.name}
            viewPath={`/apps/${app.slug}`}
          />
        )}
      </PagedList>
      {deleting && (
        <DeleteRecord
          onClose={() => setDeleting(undefined)}
          queryKeys={['apps', 'media']}
          remove={() => deleteRecord('apps', deleting.id)}
          thing="app"
          title={deleting.name}
        >
          <li>{addressConsequence(`/apps/${deleting.slug}`, deleting.is_published)}</li>
          <li>Its screenshots are deleted too.</li>
        </DeleteRecord>
      )}
    </>
  );
}
