import { useEffect } from 'react';
import { useAnnounce } from './announcer.tsx';
import { describeFound, useFoundCount } from './use-found-count.ts';
import { useLeadTotals } from './use-lead-totals.ts';
import { isSearched, type LeadFilter } from './read-lead-page.ts';

/** Announced as well. */
function FoundCount({ filter }: { filter: LeadFilter }) {
  const { data } = useFoundCount(filter);
  const announce = useAnnounce();
  const text = data === undefined ? '' : describeFound(data);
  useEffect(() => announce(text), [announce, text]);
  return text === '' ? null : <p className="inbox-count">{text}</p>;
}

/** "12 leads, 4 new", or as many as the status has. */
function TotalCount({ status }: { status: string | null }) {
  const { data } = useLeadTotals();
  if (!data) return null;
  const count = status === null ? data.all : (data.byStatus.get(status) ?? 0);
  const leads = `${count.toLocaleString('en-CA')} ${count === 1 ? 'lead' : 'leads'}`;
  const newLeads = status === null && data.new > 0 ? `, ${data.new.toLocaleString('en-CA')} new` : '';
  return <p className="inbox-count">{leads + newLeads}</p>;
}

/** How many leads the list holds. */
export function ListCount({ filter }: { filter: LeadFilter }) {
  return isSearched(filter) ? <FoundCount filter={filter} /> : <TotalCount status={filter.status} />;
}
