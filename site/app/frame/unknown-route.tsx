import { data } from 'react-router';
import { pageMeta } from '../seo/page-meta.ts';
import { UnknownContent } from './unknown-content.tsx';

export function loader() {
  return data(null, { status: 404 });
}

export function meta() {
  return [
    ...pageMeta('Page not found', 'There is no page at this address.'),
    { name: 'robots', content: 'noindex' },
  ];
}

export default function UnknownRoute() {
  return <UnknownContent />;
}
