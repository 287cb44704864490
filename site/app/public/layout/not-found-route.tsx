import { data } from 'react-router';
import { notFoundHead } from '../../seo/page-head.ts';
import type { Route } from './+types/not-found-route.ts';
import { errorPageTexts } from './error-page-texts.ts';
import { NotFoundContent } from './not-found-content.tsx';

export function loader() {
  return data(null, { status: 404 });
}

export function meta({ matches }: Route.MetaArgs) {
  return notFoundHead(matches, errorPageTexts.notFound.documentTitle, errorPageTexts.notFound.description);
}

export default function NotFoundRoute() {
  return <NotFoundContent />;
}
