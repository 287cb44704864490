// The route of the agency's details: loads the saved values, shows the editor to owners only.
import privacy from '../../agency/legal/privacy.md?raw';
import terms from '../../agency/legal/terms.md?raw';
import { isOwner } from '../../auth/session/roles.ts';
import { Spinner } from '../../ui/icon.tsx';
import { ListFailedNotice } from '../screen/list-failed-notice.tsx';
import { RestrictedScreen } from '../screen/restricted-screen.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { AgencyEditor } from './agency-editor.tsx';
import { agencyScreenTexts as t } from './agency-screen-texts.ts';
import { useSavedAgency } from './saved-agency.ts';

const legal = { privacy, terms };

function Owners() {
  const saved = useSavedAgency();
  return (
    <>
      <ScreenHeading text={t.description} title={t.title} />
      {/* an older copy may be in memory; editing begins with what is stored now */}
      {saved.data && saved.isFetchedAfterMount ? (
        <AgencyEditor first={saved.data} legal={legal} />
      ) : saved.isError ? (
        <ListFailedNotice busy={saved.isFetching} onRetry={() => void saved.refetch()} text={t.failed} />
      ) : (
        <Spinner label={t.loading} />
      )}
    </>
  );
}

/** Owners only; the database enforces it. */
export default function AgencyDetails() {
  return (
    <RestrictedScreen deniedText={t.ownersOnly} may={isOwner} title={t.title}>
      <Owners />
    </RestrictedScreen>
  );
}
