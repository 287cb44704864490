import { useEffect } from 'react';
import { useAnnounce } from './announcer.tsx';
import { maxCount, useFoundCount } from './use-found-count.ts';
import { useLeadTotals } from './use-lead-totals.ts';
import { isSearched, type LeadFilter } from './lead-filter.ts';
import { inboxTexts } from './inbox-texts.ts';
import styles from './inbox.module.css';

/** "1 result", "12 results", "1,000+ results". */
function describeFound(count: number): string {
  return count > maxCount ? inboxTexts.foundMany : inboxTexts.foundCount(count);
}

/** Announced as well. */
function FoundCount({ filter }: { filter: LeadFilter }) {
  const { data } = useFoundCount(filter);
  const announce = useAnnounce();
  const text = data === undefined ? '' : describeFound(data);
  useEffect(() => announce(text), [announce, text]);
  return text === '' ? null : <p className={styles.count}>{text}</p>;
}

/** "12 leads, 4 new", or as many as the status has. */
function TotalCount({ status }: { status: string | null }) {
  const { data } = useLeadTotals();
  if (!data) return null;
  const count = status === null ? data.all : (data.byStatus.get(status) ?? 0);
  return <p className={styles.count}>{inboxTexts.totalCount(count, status === null ? data.new : 0)}</p>;
}

/** How many leads the list holds. */
export function ListCount({ filter }: { filter: LeadFilter }) {
  if (filter.person !== null) return null;
  return isSearched(filter) ? <FoundCount filter={filter} /> : <TotalCount status={filter.status} />;
}
