// A paginated list with its loading, empty, error states.
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
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

/**
 * A list in all its states: loading, empty, failed, shown, with more pages. Data that was read before stays visible if
 * a later read fails.
 */
export function PagedList<Item extends { id: string }>({
  query,
  what,
  emptyText,
  emptyAction,
  className,
  chart,
  children,
}: {
  query: UseInfiniteQueryResult<Item[]>;
  /** the items of the list, plural and lower case: "services" */
  what: string;
  emptyText: string;
  emptyAction?: ReactNode;
  className: string | undefined;
  /** seed of a chart that fills the empty space below a list of few cards */
  chart?: string;
  children: (item: Item) => ReactNode;
}) {
  const { data: items = [] } = query;
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
      {query.isError && <LoadFailedNotice busy={query.isFetching} onRetry={() => void query.refetch()} />}
      {query.isSuccess && items.length === 0 && <EmptyState action={emptyAction} text={emptyText} />}
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
