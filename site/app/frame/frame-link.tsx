import type { ComponentProps } from 'react';
import { Link } from 'react-router';

/** A link whose hash, if it has one, is glided to by `useArrival` instead of the router's jump. */
export function FrameLink({ to, ...rest }: ComponentProps<typeof Link> & { to: string }) {
  return <Link preventScrollReset={to.includes('#')} to={to} {...rest} />;
}
