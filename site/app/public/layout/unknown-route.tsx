import { data } from 'react-router';
import { missingHead } from '../../seo/page-head.ts';
import { UnknownContent } from './unknown-content.tsx';

export function loader() {
  return data(null, { status: 404 });
}

export function meta() {
  return missingHead('Page not found', "We couldn't find that page.");
}

export default function UnknownRoute() {
  return <UnknownContent />;
}
