// A paginated list with its loading, empty, error states.
import type { ReactNode } from 'react';
import { ContourArt } from '../../art/contour-art.tsx';
import { EmptyState } from './empty-state.tsx';
import { Spinner } from '../../ui/icon.tsx';
import { LoadFailedNotice } from './load-failed-notice.tsx';
import { LoadMoreButton } from './load-more-button.tsx';
import { classNames } from '../../ui/class-names.ts';
import screenStyles from './screen.module.css';
import { screenTexts } from './screen-texts.ts';

const fewCards = 6;

interface PagedQuery<Item> {
  data: { pages: { items: Item[] }[] } | undefined;
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

/**
 * A list in all its states: loading, empty, failed, shown, with more pages. Data that was read before stays visible if
 * a later read fails.
 */
export function PagedList<Item extends { id: string }>({
  query,
  what,
  emptyText,
  className,
  chart,
  children,
}: {
  query: PagedQuery<Item>;
  /** the items of the list, plural and lower case: "services" */
  what: string;
  emptyText: string;
  className: string | undefined;
  /** seed of a chart that fills the empty space below a list of few cards */
  chart?: string;
  children: (item: Item) => ReactNode;
}) {
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const list = items.length > 0 && (
    <ul aria-busy={query.isFetching} className={className}>
      {items.map((item) => (
        <li key={item.id}>{children(item)}</li>
      ))}
    </ul>
  );
  return (
    <>
      {query.isPending && (
        <Spinner
          className={classNames(screenStyles.panel, screenStyles.loading)}
          label={screenTexts.list.loading(what)}
        />
      )}
      {query.isError && <LoadFailedNotice busy={query.isFetching} onRetry={() => query.refetch()} />}
      {query.data && items.length === 0 && !query.isError && <EmptyState text={emptyText} />}
      {list && chart !== undefined && items.length <= fewCards ? (
        <div className={screenStyles.chartSheet}>
          <ContourArt calm className="cover" height={480} seed={chart} width={1440} />
          {list}
        </div>
      ) : (
        list
      )}
      <LoadMoreButton pages={query} what={what} />
    </>
  );
}
