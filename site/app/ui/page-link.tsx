import type { ComponentProps } from 'react';
import { Link } from 'react-router';

/** The router's link props that can be rendered as a plain link. */
export interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string;
  viewTransition?: boolean;
  preventScrollReset?: boolean;
}

/**
 * A link between public pages, with a view transition where supported (page-turn.css). The server renders a plain
 * link: a page has dozens, and the router's work is measurable.
 */
export function PageLink({
  to,
  viewTransition = true,
  preventScrollReset = false,
  children,
  ...rest
}: PageLinkProps) {
  if (import.meta.env.SSR)
    return (
      <a {...rest} data-discover="true" href={to}>
        {children}
      </a>
    );
  return (
    <Link {...rest} preventScrollReset={preventScrollReset} to={to} viewTransition={viewTransition}>
      {children}
    </Link>
  );
}
