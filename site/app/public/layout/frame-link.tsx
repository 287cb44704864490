import { PageLink, type PageLinkProps } from '../../ui/page-link.tsx';

/** A link whose hash, if it has one, is glided to by `useArrival` instead of the router's jump. */
export function FrameLink({ to, ...rest }: PageLinkProps) {
  const isPlace = to.includes('#');
  return <PageLink preventScrollReset={isPlace} to={to} viewTransition={!isPlace} {...rest} />;
}
