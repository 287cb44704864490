import type { ComponentProps } from 'react';
import { Link } from 'react-router';

/** Of the router's link only what can be served as a plain one. */
export interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** a path from the root of the site */
  to: string;
  viewTransition?: boolean;
  preventScrollReset?: boolean;
}

/**
 * A link from one public page to another: where the browser can, it draws the one into the other (page-turn.css). On
 * the server it is written down as the router would write it, without the router's work: a page holds dozens.
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
