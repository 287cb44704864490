import { agency } from '../../agency.ts';
import { PublicFrame } from './public-frame.tsx';
import { UnknownContent } from './unknown-content.tsx';

/** The 404 page for the last error boundary, where no layout stands around it. */
export function UnknownPage() {
  return (
    <PublicFrame>
      <title>{`Page not found · ${agency.name}`}</title>
      <meta content="noindex" name="robots" />
      <UnknownContent />
    </PublicFrame>
  );
}
