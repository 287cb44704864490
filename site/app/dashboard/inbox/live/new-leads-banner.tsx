import { useEffect } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../announcer.tsx';
import { useTitleCount } from './use-title-count.ts';
import type { LeadRow } from '../read-lead-page.ts';

function describe(newLeads: readonly LeadRow[], filtering: boolean): string {
  const [first] = newLeads;
  if (!first) return '';
  const what = filtering ? 'match' : 'lead';
  if (newLeads.length === 1) return `1 new ${what}: ${first.name}`;
  return `${newLeads.length} new ${filtering ? 'matches' : 'leads'}`;
}

/** Announces new leads; a press adds them to the list, which does not move before. */
export function NewLeadsBanner({
  newLeads,
  filtering,
  onShow,
}: {
  newLeads: readonly LeadRow[];
  filtering: boolean;
  onShow: () => void;
}) {
  const announce = useAnnounce();
  const text = describe(newLeads, filtering);
  useEffect(() => {
    if (text) announce(text);
  }, [announce, text]);
  useTitleCount(newLeads.length);
  if (!text) return null;
  return (
    <div className="inbox-news dense">
      <Button className="inbox-newcomers" onClick={onShow} size="dashboard" variant="buff">
        {text}
      </Button>
    </div>
  );
}
