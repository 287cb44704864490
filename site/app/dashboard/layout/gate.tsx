import { Outlet, useLocation } from 'react-router';
import { useMustSetUpFactor, useRoles } from '../../auth/session/roles.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../screen/empty-state.tsx';
import { QueryResult } from '../screen/query-result.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { frameTexts } from './frame-texts.ts';
import { agencyScreens, screens } from '../screens.ts';
import { SignUpBanner } from './sign-up-banner.tsx';

const t = frameTexts.gate;

/** Why an account without roles sees nothing, and what it can do. */
function NoRoles() {
  const must = useMustSetUpFactor(true);
  if (must.isPending) return <Spinner label={frameTexts.loading} />;
  const needsFactor = must.data === true;
  const action = (
    <>
      {!needsFactor && <p className="muted">{t.approvalHint}</p>}
      <ButtonLink to="/dashboard/settings" variant={needsFactor ? 'primary' : 'secondary'}>
        {needsFactor ? t.setUpFactor : t.settings}
      </ButtonLink>
    </>
  );
  return <EmptyState action={action} text={needsFactor ? t.needsFactor : t.needsApproval} />;
}

/** Accounts that wait for approval see the layout, their settings and one clear line. Display only: policies decide. */
export function Gate() {
  const { pathname } = useLocation();
  const query = useRoles();
  const known = [...screens, ...agencyScreens].find((screen) => screen.path === pathname);

  if (pathname === '/dashboard/settings') return <Outlet />;
  if (query.data && query.data.length > 0) {
    return (
      <SignUpBanner pathname={pathname}>
        <Outlet />
      </SignUpBanner>
    );
  }
  return (
    <>
      <ScreenHeading title={known?.label ?? frameTexts.waiting.title} />
      <QueryResult failedText={t.failed} hidesRefetchErrors loadingText={frameTexts.loading} query={query}>
        {() => <NoRoles />}
      </QueryResult>
    </>
  );
}
