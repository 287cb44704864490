// A link to a page section that scrolls to its hash without a view transition.
import { PageLink, type PageLinkProps } from '../../ui/page-link.tsx';

/** A link whose hash is handled by `useScrollToHash` instead of the router's jump. */
export function ScrollingPageLink({ to, ...rest }: PageLinkProps) {
  const hasHash = to.includes('#');
  return <PageLink preventScrollReset={hasHash} to={to} viewTransition={!hasHash} {...rest} />;
}
