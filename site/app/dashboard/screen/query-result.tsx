// Shows the result of a query, its loading spinner, or its error with a retry.
import type { ReactNode } from 'react';
import { Spinner } from '../../ui/icon.tsx';
import { ListFailedNotice } from './list-failed-notice.tsx';

export interface QueryResultState<Data> {
  data: Data | undefined;
  isPending: boolean;
  isError: boolean;
  isLoadingError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

/** What a query has read, or that it is loading or failed. What was read before stays when a refetch fails. */
export function QueryResult<Data>({
  query,
  loadingText,
  failedText,
  hidesRefetchErrors = false,
  children,
}: {
  query: QueryResultState<Data>;
  loadingText: string;
  failedText?: string;
  /** shows an error only where nothing was read before */
  hidesRefetchErrors?: boolean;
  children?: (data: Data) => ReactNode;
}) {
  return (
    <>
      {query.isPending && <Spinner label={loadingText} />}
      {(hidesRefetchErrors ? query.isLoadingError : query.isError) && (
        <ListFailedNotice busy={query.isFetching} onRetry={() => query.refetch()} text={failedText} />
      )}
      {query.data !== undefined && children?.(query.data)}
    </>
  );
}
