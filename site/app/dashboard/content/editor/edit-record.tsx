import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { ListFailed } from '../../screen/list-failed.tsx';
import { ScreenHeading } from '../../screen/screen-heading.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { RecordEditor } from './record-editor.tsx';
import type { RecordKind, StoredRecord } from './record-kind.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The editor of the record that the address names. It is read once: it must not change under whoever edits it. */
export function EditRecord<Row extends StoredRecord, Values extends object>({
  kind,
}: {
  kind: RecordKind<Row, Values>;
}) {
  const { id = '' } = useParams();
  const record = useQuery({
    queryKey: [kind.queryKey, 'one', id],
    queryFn: () => (uuid.test(id) ? kind.read(id) : null),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  // an older copy may be in memory; editing begins with what is stored now
  if (!record.isFetchedAfterMount)
    return <Spinner className="panel list-loading" label={`Loading the ${kind.thing}…`} />;
  if (record.data) return <RecordEditor first={record.data} key={record.data.id} kind={kind} />;
  if (record.isError) {
    return (
      <>
        <ScreenHeading title={`Edit ${kind.thing}`} />
        <ListFailed
          busy={record.isFetching}
          onRetry={() => void record.refetch()}
          text={`We couldn't load this ${kind.thing}.`}
        />
      </>
    );
  }
  return (
    <>
      <ScreenHeading title="Not found" />
      <p>
        This {kind.thing} no longer exists.{' '}
        <Link className="link" to={kind.path}>
          Back to {kind.list}
        </Link>
      </p>
    </>
  );
}
