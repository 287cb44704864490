// The button that loads the next page of a list; keeps the focus after the last page.
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import screenStyles from './screen.module.css';
import { screenTexts } from './screen-texts.ts';

const t = screenTexts.list;

interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/**
 * Under a list read page by page: the next page comes when asked for, so that find, focus and the footer stay put.
 * With the last page the button goes; a line that says so takes the focus that would be lost with it, unless the list
 * has moved it on.
 */
export function LoadMoreButton({ pages, what }: { pages: Pages; what: string }) {
  const [asked, setAsked] = useState(false);
  const end = useRef<HTMLParagraphElement>(null);
  const isEnd = asked && !pages.hasNextPage;

  useEffect(() => {
    if (!isEnd) return;
    // After the effects of this commit: the list may focus something itself.
    queueMicrotask(() => {
      if (document.activeElement === document.body) end.current?.focus({ preventScroll: true });
    });
  }, [isEnd]);

  function more(): void {
    setAsked(true);
    pages.fetchNextPage();
  }

  if (isEnd) {
    return (
      <p className="sr-only" ref={end} tabIndex={-1}>
        {t.end(what)}
      </p>
    );
  }
  if (!pages.hasNextPage) return null;
  return (
    <Button
      busy={pages.isFetchingNextPage}
      busyText={t.loadingMore}
      className={screenStyles.loadMore}
      onClick={more}
      variant="secondary"
    >
      {t.more(what)}
    </Button>
  );
}
