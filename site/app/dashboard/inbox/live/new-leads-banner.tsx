// The banner that announces new leads; their count in the document title.
import { useEffect } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../announcer.tsx';
import type { InboxLeadRow } from '../read-leads-page.ts';
import { classNames } from '../../../ui/class-names.ts';
import { inboxTexts } from '../inbox-texts.ts';
import styles from '../inbox.module.css';

const t = inboxTexts.newLeads;

function describe(newLeads: readonly InboxLeadRow[], filtering: boolean): string {
  const [first] = newLeads;
  if (!first) return '';
  if (newLeads.length === 1) return filtering ? t.oneMatch(first.name) : t.one(first.name);
  return filtering ? t.manyMatches(newLeads.length) : t.many(newLeads.length);
}

interface NewLeadsBannerProps {
  newLeads: readonly InboxLeadRow[];
  filtering: boolean;
  onShow: () => void;
}

/**
 * Announces new leads. They are added to the list only when the banner is pressed, so that the list does not move
 * while it is used.
 */
export function NewLeadsBanner({ newLeads, filtering, onShow }: NewLeadsBannerProps) {
  const announce = useAnnounce();
  const text = describe(newLeads, filtering);
  useEffect(() => {
    if (text) announce(text);
  }, [announce, text]);
  useTitleCount(newLeads.length);
  if (!text) return null;
  return (
    <div className={classNames(styles.newLeads, 'dense')}>
      <Button onClick={onShow} variant="buff">
        {text}
      </Button>
    </div>
  );
}

/** Adds the count to the page's title, "(2) Messages"; 0 adds nothing. */
function useTitleCount(count: number): void {
  useEffect(() => {
    if (count === 0) return undefined;
    const title = document.title;
    document.title = `(${count}) ${title}`;
    return () => {
      // unless the next screen has already set another title
      if (document.title === `(${count}) ${title}`) document.title = title;
    };
  }, [count]);
}
