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
 * The button below a paginated list. Pages are loaded on request, so that find, focus and the footer stay where they
 * are. With the last page the button is removed; a text that announces the end gets the focus, unless the list has
 * moved it elsewhere.
 */
export function LoadMoreButton({ pages, what }: { pages: Pages; what: string }) {
  const [asked, setAsked] = useState(false);
  const end = useRef<HTMLParagraphElement>(null);
  const isEnd = asked && !pages.hasNextPage;

  useEffect(() => {
    if (!isEnd) return;
    // After the effects of this commit, because the list may focus an element itself.
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
