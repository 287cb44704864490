import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { agency } from '../../agency.ts';
import { ListFailed } from '../../ui/screen/list-failed.tsx';
import { ScreenHeading } from '../../ui/screen/screen-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { readService } from './save-service.ts';
import { ServiceEditor } from './service-editor.tsx';
import '../../ui/editor/editor.css';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function meta() {
  return [{ title: `Edit service · ${agency.name}` }];
}

/** Reads the service once: what is being edited must not change under the hands of whoever edits it. */
export default function EditService() {
  const { id = '' } = useParams();
  const service = useQuery({
    queryKey: ['services', 'one', id],
    queryFn: () => (uuid.test(id) ? readService(id) : null),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  // an older copy may be in memory; editing begins with what is stored now
  if (!service.isFetchedAfterMount) return <Spinner label="Loading the service…" />;
  if (service.data) return <ServiceEditor first={service.data} key={service.data.id} />;
  return (
    <>
      <ScreenHeading title={service.isError ? 'Edit service' : 'Service Not Found'} />
      {service.isError ? (
        <ListFailed
          busy={service.isFetching}
          onRetry={() => void service.refetch()}
          text="We couldn't load this service."
        />
      ) : (
        <p>
          It may have been deleted.{' '}
          <Link className="link" to="/dashboard/services">
            Back to Services
          </Link>
        </p>
      )}
    </>
  );
}
