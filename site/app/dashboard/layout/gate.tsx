import { Outlet, useLocation } from 'react-router';
import { useMustSetUpFactor, useRoles } from '../../auth/session/roles.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../screen/empty-state.tsx';
import { ListFailed } from '../screen/list-failed.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { agencyScreens, screens } from './screens.ts';
import { SignUpBanner } from './sign-up-banner.tsx';

/** Why an account without roles sees nothing, and what it can do. */
function NoRoles() {
  const must = useMustSetUpFactor(true);
  if (must.data === true) {
    const settings = (
      <ButtonLink size="dashboard" to="/dashboard/settings">
        Set it up in Settings
      </ButtonLink>
    );
    return <EmptyState action={settings} text="Your agency requires two-step verification." />;
  }
  if (must.isPending) return <Spinner label="Loading…" />;
  const meanwhile = (
    <>
      <p className="muted">Nothing to do: this page refreshes and opens once an owner approves you.</p>
      <ButtonLink size="dashboard" to="/dashboard/settings" variant="secondary">
        Your name and password
      </ButtonLink>
    </>
  );
  return <EmptyState action={meanwhile} text="Your account is waiting for approval by an owner." />;
}

/** Accounts that wait for approval see the layout, their settings and one clear line. Display only: policies decide. */
export function Gate() {
  const { pathname } = useLocation();
  const { data: roles, isError, isFetching, refetch } = useRoles();
  const known = [...screens, ...agencyScreens].find((screen) => screen.path === pathname);

  if (pathname === '/dashboard/settings') return <Outlet />;
  if (roles && roles.length > 0) {
    return (
      <SignUpBanner pathname={pathname}>
        <Outlet />
      </SignUpBanner>
    );
  }
  return (
    <>
      <ScreenHeading title={known?.label ?? 'Dashboard'} />
      {roles && <NoRoles />}
      {!roles && !isError && <Spinner label="Loading…" />}
      {!roles && isError && (
        <ListFailed
          busy={isFetching}
          onRetry={() => void refetch()}
          text="We couldn't check your permissions."
        />
      )}
    </>
  );
}
