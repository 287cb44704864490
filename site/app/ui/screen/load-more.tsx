import { Button } from '../button.tsx';

interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** Under a list read page by page: the next page comes when asked for, so that find, focus and the footer stay put. */
export function LoadMore({ pages, what }: { pages: Pages; what: string }) {
  if (!pages.hasNextPage) return null;
  return (
    <Button
      busy={pages.isFetchingNextPage}
      busyText="Loading more…"
      className="load-more"
      onClick={() => pages.fetchNextPage()}
      size="dashboard"
      variant="secondary"
    >
      Load more {what}
    </Button>
  );
}
