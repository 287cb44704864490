import { useAgency } from '../../agency/use-agency.ts';
import { errorPageTexts } from './error-page-texts.ts';
import { PublicFrame } from './public-frame.tsx';
import { NotFoundContent } from './not-found-content.tsx';

/** The 404 page for the root error boundary, outside the layout. */
export function NotFoundPage() {
  const { name } = useAgency();
  return (
    <PublicFrame>
      <title>{errorPageTexts.documentTitle(errorPageTexts.notFound.documentTitle, name)}</title>
      <meta content="noindex" name="robots" />
      <NotFoundContent />
    </PublicFrame>
  );
}
