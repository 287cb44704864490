import { Link, type LinkProps } from 'react-router';

export interface PageLinkProps extends Omit<LinkProps, 'to'> {
  to: string;
}

/** A link between public pages, with a view transition where supported (page-turn.css). */
export function PageLink({ viewTransition = true, ...rest }: PageLinkProps) {
  return <Link {...rest} discover="none" viewTransition={viewTransition} />;
}
