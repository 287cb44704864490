import type { ComponentProps } from 'react';
import type { Link } from 'react-router';
import { PageLink } from '../ui/page-link.tsx';

/** A link whose hash, if it has one, is glided to by `useArrival` instead of the router's jump. */
export function FrameLink({ to, ...rest }: ComponentProps<typeof Link> & { to: string }) {
  const isPlace = to.includes('#');
  return <PageLink preventScrollReset={isPlace} to={to} viewTransition={!isPlace} {...rest} />;
}
