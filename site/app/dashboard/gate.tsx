import { Outlet, useLocation } from 'react-router';
import { useRoles } from '../session/roles.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListFailed } from '../ui/screen/list-failed.tsx';
import { ScreenHeading } from '../ui/screen/screen-heading.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { screens } from './screens.ts';

/**
 * Who waits for approval sees the frame, their own settings and one clear line. This explains; what an account may
 * read is decided by the policies of the database.
 */
export function Gate() {
  const { pathname } = useLocation();
  const { data: roles, isError, isFetching, refetch } = useRoles();
  const title = screens.find((screen) => screen.path === pathname)?.label ?? 'Dashboard';

  if (pathname === '/dashboard/settings') return <Outlet />;
  if (roles && roles.length > 0) return <Outlet />;
  return (
    <>
      <ScreenHeading title={title} />
      {roles && <EmptyState text="Your account is waiting for approval by an owner." />}
      {!roles && !isError && <Spinner label="Loading…" />}
      {!roles && isError && (
        <ListFailed
          busy={isFetching}
          onRetry={() => void refetch()}
          text="We couldn't read what this account may see."
        />
      )}
    </>
  );
}
