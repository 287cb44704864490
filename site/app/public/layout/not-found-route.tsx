import { data } from 'react-router';
import { notFoundHead } from '../../seo/page-head.ts';
import { NotFoundContent } from './not-found-content.tsx';

export function loader() {
  return data(null, { status: 404 });
}

export function meta() {
  return notFoundHead('Page not found', "We couldn't find that page.");
}

export default function NotFoundRoute() {
  return <NotFoundContent />;
}
