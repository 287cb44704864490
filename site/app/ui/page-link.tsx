// Links between pages.
import type { ComponentProps } from 'react';
import { useLinkClickHandler } from 'react-router';
import { uiTexts } from './ui-texts.ts';

export interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** Must begin with "/". */
  to: string;
  preventScrollReset?: boolean;
  viewTransition?: boolean;
}

/**
 * A link between public pages, with a view transition if supported (page-turn.css). It is not `<Link>`, because no page
 * uses its relative paths and prefetching, and it costs more time on the server (docs/decisions/0040).
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

export function Breadcrumbs({ list, to, current }: { list: string; to: string; current: string }) {
  return (
    <nav aria-label={uiTexts.breadcrumb} className="crumbs">
      <ol>
        <li>
          <PageLink className="link link-line" to={to}>
            {list}
          </PageLink>
        </li>
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  );
}
