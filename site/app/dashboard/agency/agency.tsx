import privacy from '../../agency/legal/privacy.md?raw';
import terms from '../../agency/legal/terms.md?raw';
import { useIsOwner, useRoles } from '../../auth/session/roles.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { EmptyState } from '../screen/empty-state.tsx';
import { ListFailed } from '../screen/list-failed.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { AgencyEditor } from './agency-editor.tsx';
import { agencyScreenTexts as t } from './agency-screen-texts.ts';
import { useNewestVersion } from './agency-versions.ts';

const legal = { privacy, terms };

function Owners() {
  const newest = useNewestVersion();
  return (
    <>
      <ScreenHeading text={t.description} title={t.title} />
      {/* an older copy may be in memory; editing begins with what is stored now */}
      {newest.data && newest.isFetchedAfterMount ? (
        <AgencyEditor first={newest.data} legal={legal} />
      ) : newest.isError ? (
        <ListFailed busy={newest.isFetching} onRetry={() => void newest.refetch()} text={t.failed} />
      ) : (
        <Spinner label={t.loading} />
      )}
    </>
  );
}

/** Owners only; the database enforces it. */
export default function AgencyDetails() {
  const { data: roles } = useRoles();
  if (useIsOwner()) return <Owners />;
  return (
    <>
      <ScreenHeading title={t.title} />
      {roles ? <EmptyState text={t.ownersOnly} /> : <Spinner label={t.loading} />}
    </>
  );
}
