import type { ComponentProps } from 'react';
import { useLinkClickHandler } from 'react-router';

export interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** Begins with "/". */
  to: string;
  preventScrollReset?: boolean;
  viewTransition?: boolean;
}

/**
 * A link between public pages, with a view transition where supported (page-turn.css). Not `<Link>`, whose relative paths
 * and prefetching no page uses, and which costs more time on the server (docs/decisions/0078).
 */
export function PageLink({
  to,
  preventScrollReset = false,
  viewTransition = true,
  onClick,
  children,
  ...rest
}: PageLinkProps) {
  const navigate = useLinkClickHandler(to, { preventScrollReset, viewTransition });
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) navigate(event);
      }}
    >
      {children}
    </a>
  );
}
