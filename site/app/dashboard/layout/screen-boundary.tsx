// The route around every dashboard screen, with the error boundary that keeps the sidebar visible.
import { isRouteErrorResponse, Outlet } from 'react-router';
import { LoadFailedNotice } from '../screen/load-failed-notice.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import type { Route } from './+types/screen-boundary.ts';
import { frameTexts } from '../screen/screen-texts.ts';

const t = frameTexts.screenError;

/** Wraps every screen, so that an error in one does not remove the sidebar. */
export default function ScreenBoundary() {
  return <Outlet />;
}

/** Shown in place of a screen that threw; "not found" and denials have their own page. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error)) throw error;
  return (
    <>
      <ScreenHeading title={t.title} />
      <LoadFailedNotice busy={false} onRetry={() => location.reload()} text={t.description} />
    </>
  );
}
