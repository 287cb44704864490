// The catch-all route of unknown addresses: follows a stored redirect, else returns 404.
import { data } from 'react-router';
import { serverClient } from '../../data/server-client.ts';
import { noindexPageHead } from '../../seo/page-head.ts';
import { throwStoredRedirect } from '../../seo/record-response.server.ts';
import type { Route } from './+types/not-found-route.ts';
import { unknownPathTexts } from '../../ui/unknown-path.ts';
import { NotFoundContent } from './error-page.tsx';

/** An editor's redirect takes precedence over the 404. */
export async function loader({ context, request }: Route.LoaderArgs) {
  await throwStoredRedirect(serverClient(context), request);
  return data(null, { status: 404 });
}

export function meta({ matches }: Route.MetaArgs) {
  return noindexPageHead(matches, unknownPathTexts.documentTitle, unknownPathTexts.description);
}

export default function NotFoundRoute() {
  return <NotFoundContent />;
}
