// Shows the result of a query, its loading spinner, or its error with a retry.
import type { ReactNode } from 'react';
import { Spinner } from '../../ui/icon.tsx';
import { LoadFailedNotice } from './load-failed-notice.tsx';

export interface QueryResultState<Data> {
  data: Data | undefined;
  isPending: boolean;
  isError: boolean;
  isLoadingError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

/** The result of a query, or its loading or error state. If a refetch fails, the previous result stays visible. */
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
  /** shows an error only if there is no previous result */
  hidesRefetchErrors?: boolean;
  children?: (data: Data) => ReactNode;
}) {
  return (
    <>
      {query.isPending && <Spinner label={loadingText} />}
      {(hidesRefetchErrors ? query.isLoadingError : query.isError) && (
        <LoadFailedNotice busy={query.isFetching} onRetry={() => query.refetch()} text={failedText} />
      )}
      {query.data !== undefined && children?.(query.data)}
    </>
  );
}
