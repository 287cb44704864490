import { useEffect } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../announcer.tsx';
import { useTitleCount } from './use-title-count.ts';
import type { LeadRow } from '../read-lead-page.ts';

function describe(newcomers: readonly LeadRow[], filtering: boolean): string {
  const [first] = newcomers;
  if (!first) return '';
  const what = filtering ? 'match' : 'lead';
  if (newcomers.length === 1) return `1 new ${what}: ${first.name}`;
  return `${newcomers.length} new ${filtering ? 'matches' : 'leads'}`;
}

/** Says that leads have come, and brings them into the list when pressed. Nothing moves before. */
export function NewLeadsBanner({
  newcomers,
  filtering,
  onShow,
}: {
  newcomers: readonly LeadRow[];
  filtering: boolean;
  onShow: () => void;
}) {
  const announce = useAnnounce();
  const text = describe(newcomers, filtering);
  useEffect(() => {
    if (text) announce(text);
  }, [announce, text]);
  useTitleCount(newcomers.length);
  if (!text) return null;
  return (
    <div className="inbox-news dense">
      <Button className="inbox-newcomers" onClick={onShow} size="dashboard" variant="buff">
        {text}
      </Button>
    </div>
  );
}
