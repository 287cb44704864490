// The route of the agency's details: finds its screen, loads the saved values, shows the editor to owners only.
import { useEffect } from 'react';
import { useNavigate, useParams, type MetaArgs } from 'react-router';
import privacy from '../../agency/legal/privacy.md?raw';
import terms from '../../agency/legal/terms.md?raw';
import { agencyOf } from '../../agency/use-agency.ts';
import { Spinner } from '../../ui/icon.tsx';
import { LoadFailedNotice } from '../screen/load-failed-notice.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { AgencyEditor } from './agency-editor.tsx';
import {
  agencyEditorScreenPath,
  agencyEditorScreens,
  type AgencyEditorScreen,
} from './agency-editor-draft.ts';
import { agencyScreenTexts as t } from './agency-screen-texts.ts';
import { useSavedAgency } from './saved-agency.ts';

const legal = { privacy, terms };

function screenAt(section: string | undefined): AgencyEditorScreen | undefined {
  return agencyEditorScreens.find(({ id }) => id === section);
}

export function meta({ matches, params }: MetaArgs) {
  return [{ title: t.documentTitle(screenAt(params['section'])?.title, agencyOf(matches).name) }];
}

/** Redirects to the screen that the fragment of an older link names, else to the first screen. */
function ToScreen() {
  const navigate = useNavigate();
  useEffect(() => {
    function go(): void {
      const named = screenAt(location.hash.slice(1)) ?? agencyEditorScreens[0];
      if (named) void navigate(agencyEditorScreenPath(named), { replace: true });
    }
    // before-paint.js removes the fragment from the URL at first and restores it at the load event
    if (document.readyState === 'complete') {
      go();
      return undefined;
    }
    window.addEventListener('load', go, { once: true });
    return () => window.removeEventListener('load', go);
  }, [navigate]);
  return null;
}

/** One editor for all screens, so that unsaved changes are kept when another screen is shown. */
function Owners({ screen }: { screen: AgencyEditorScreen }) {
  const saved = useSavedAgency();
  return (
    <>
      <ScreenHeading
        text={t.position(agencyEditorScreens.indexOf(screen) + 1, agencyEditorScreens.length)}
        title={screen.title}
      />
      {/* memory may contain an older copy, but editing must start with what is stored now */}
      {saved.data && saved.isFetchedAfterMount ? (
        <AgencyEditor first={saved.data} legal={legal} screen={screen} />
      ) : saved.isError ? (
        <LoadFailedNotice busy={saved.isFetching} onRetry={() => void saved.refetch()} text={t.failed} />
      ) : (
        <Spinner label={t.loading} />
      )}
    </>
  );
}

/** Owners only; the database enforces it. */
export default function AgencyDetailsScreen() {
  const screen = screenAt(useParams()['section']);
  return screen ? <Owners screen={screen} /> : <ToScreen />;
}
