import { Outlet } from 'react-router';
import type { Route } from './+types/public-layout.ts';
import { PublicFrame } from './public-frame.tsx';

/** Absolute addresses in heads come from here: the request's origin is SITE_URL's, whatever name the visitor used. */
export function loader({ request }: Route.LoaderArgs) {
  return { siteOrigin: new URL(request.url).origin };
}

/** It stays the same while the document stands. */
export function shouldRevalidate() {
  return false;
}

export default function PublicLayout() {
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  );
}
