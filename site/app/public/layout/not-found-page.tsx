import { agency } from '../../agency.ts';
import { PublicFrame } from './public-frame.tsx';
import { NotFoundContent } from './not-found-content.tsx';

/** The 404 page for the root error boundary, outside the layout. */
export function NotFoundPage() {
  return (
    <PublicFrame>
      <title>{`Page not found · ${agency.name}`}</title>
      <meta content="noindex" name="robots" />
      <NotFoundContent />
    </PublicFrame>
  );
}
