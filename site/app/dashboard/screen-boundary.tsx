import { isRouteErrorResponse, Outlet } from 'react-router';
import { ListFailed } from '../ui/screen/list-failed.tsx';
import { ScreenHeading } from '../ui/screen/screen-heading.tsx';
import type { Route } from './+types/screen-boundary.ts';

/** Around every screen, so that one that breaks does not take the sidebar with it. */
export default function ScreenBoundary() {
  return <Outlet />;
}

/** What stands in place of a screen that broke. What was not found, or refused, is told by the page for that. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error)) throw error;
  return (
    <>
      <ScreenHeading title="This screen broke" />
      <ListFailed
        busy={false}
        onRetry={() => location.reload()}
        text="Nothing that was saved is lost. Load it again; if it stays like this, use the other screens and tell whoever runs this site."
      />
    </>
  );
}
