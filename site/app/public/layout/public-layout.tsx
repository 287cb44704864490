// The layout route of public pages, whose loader returns the site's origin for absolute URLs.
import { Outlet } from 'react-router';
import type { Route } from './+types/public-layout.ts';
import { RouteErrorPage } from './error-page.tsx';
import { SiteHeader } from './header.tsx';
import { registerHeaderAndFooter, PublicFrame } from './public-frame.tsx';
import { SiteFooter } from './site-footer.tsx';

registerHeaderAndFooter({ SiteHeader, SiteFooter });

/** Origin of absolute URLs in heads: SITE_URL's, whatever host the visitor used. */
export function loader({ request }: Route.LoaderArgs) {
  return { siteOrigin: new URL(request.url).origin };
}

export function shouldRevalidate() {
  return false;
}

export default function PublicLayoutRoute() {
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  );
}

/** Here rather than in the root, whose error page replaces the whole document, so that its styles are loaded again. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RouteErrorPage error={error} />;
}
