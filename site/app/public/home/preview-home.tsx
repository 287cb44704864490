import { data } from 'react-router';
import { agencyOf } from '../../agency/use-agency.ts';
import { previewHead } from '../../seo/preview.ts';
import type { Route } from './+types/preview-home.ts';
import { loader as homeLoader } from './home.tsx';

export { default } from './home.tsx';

/** Shown by the dashboard within itself, and by no other site: server/site/create-renderer.ts keeps this header. */
const framedHeaders = {
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cache-Control': 'private, no-store',
};

/** The home page as visitors have it, for an owner who tries other colours on it. */
export async function loader(args: Route.LoaderArgs) {
  return data(await homeLoader(args as unknown as Parameters<typeof homeLoader>[0]), {
    headers: framedHeaders,
  });
}

export function headers(): typeof framedHeaders {
  return framedHeaders;
}

export function meta({ matches }: Route.MetaArgs) {
  return previewHead(matches, agencyOf(matches).name);
}
