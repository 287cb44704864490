// Reads the numbers of the charts; summarizes them in a sentence.
import { useQuery } from '@tanstack/react-query';
import { callDatabaseFunction } from '../../../data/call-database-function.ts';
import { formatMonthAndDay } from '../../screen/format-calendar-day.ts';
import { leadsQueryKey } from '../../inbox/leads-cache.ts';
import { chartTexts } from '../overview-texts.ts';

/** A day in Toronto, "2026-11-20", and its number of leads. */
export interface DayCount {
  day: string;
  total: number;
}

/** Number of leads that requested a service; null for those without one. */
export interface ServiceCount {
  service: string | null;
  total: number;
}

/** Leads of one source, and those of them that are qualified. */
export interface SourceCount {
  kind: 'campaign' | 'site' | 'api' | 'staff' | 'direct';
  /** the campaign's source or the site's host; null for other kinds */
  source: string | null;
  total: number;
  qualified: number;
}

async function readSources(): Promise<SourceCount[]> {
  const data = await callDatabaseFunction('leads_by_source');
  return data as SourceCount[];
}

/** The last 30 days, today last. Counted by the database, so no lead's data is sent. */
export function useLeadCountsByDay() {
  return useQuery({
    queryKey: [...leadsQueryKey, 'by-day'],
    queryFn: () => callDatabaseFunction('leads_by_day'),
  });
}

/** The same days by service, most requested first. */
export function useLeadsByService() {
  return useQuery({
    queryKey: [...leadsQueryKey, 'by-service'],
    queryFn: () => callDatabaseFunction('leads_by_service'),
  });
}

/** The last 90 days by source, most leads first. */
export function useLeadsBySource() {
  return useQuery({ queryKey: [...leadsQueryKey, 'by-source'], queryFn: readSources });
}

export function sumTotals(counts: readonly { total: number }[]): number {
  return counts.reduce((sum, { total }) => sum + total, 0);
}

/** The highest count, and the entries that have it. */
function peaksOf<Count extends { total: number }>(counts: readonly Count[]) {
  const peak = Math.max(0, ...counts.map(({ total }) => total));
  return { peak, peaks: counts.filter(({ total }) => total === peak) };
}

/** One sentence: "23 leads in the last 30 days. Busiest day: Nov 12 (5)." */
export function summarizeLeadsByDay(days: readonly DayCount[]): string {
  const t = chartTexts.days;
  const all = sumTotals(days);
  const { peak, peaks } = peaksOf(days);
  const [first = '', second = ''] = peaks.map(({ day }) => formatMonthAndDay(day));
  if (all === 0) return t.none(days.length);
  if (all === 1) return t.one(days.length, first);
  if (peak === 1) return t.oneADay(all, days.length);
  if (peaks.length > 2) return t.manyPeaks(all, days.length, peak);
  if (peaks.length === 2) return t.twoPeaks(all, days.length, peak, first, second);
  return t.onePeak(all, days.length, peak, first);
}

/** "Most requested: Winning Websites (4 of 23 leads) in the last 30 days." */
export function summarizeLeadsByService(counts: readonly ServiceCount[]): string {
  const t = chartTexts.services;
  const all = sumTotals(counts);
  const { peak, peaks } = peaksOf(counts.filter(({ service }) => service !== null));
  const [first = '', second = ''] = peaks.map(({ service }) => service ?? '');
  if (all === 0) return t.none;
  if (peaks.length === 0) return t.allUnspecified(all);
  if (peaks.length > 2) return t.manyPeaks(peaks.length, peak, all);
  return peaks.length === 2 ? t.twoPeaks(first, second, peak, all) : t.onePeak(first, peak, all);
}

export function sourceNameOf({ kind, source }: SourceCount): string {
  const t = chartTexts.sources;
  if (kind === 'campaign' && source !== null) return t.campaign(source);
  return kind === 'api' || kind === 'staff' ? t[kind] : (source ?? t.direct);
}

/** "23 leads in the last 90 days, 5 qualified. Top known source: google.com (9)." */
export function summarizeLeadsBySource(counts: readonly SourceCount[]): string {
  const t = chartTexts.sources;
  const all = sumTotals(counts);
  if (all === 0) return t.none;
  const qualified = counts.reduce((sum, count) => sum + count.qualified, 0);
  const { peaks } = peaksOf(counts.filter(({ kind }) => kind !== 'direct'));
  const [best] = peaks;
  return best && peaks.length === 1
    ? t.summaryWithBest(all, qualified, sourceNameOf(best), best.total)
    : t.summary(all, qualified);
}

/** A share in whole percent; never 0 for a part above zero. */
export function formatPercent(part: number, whole: number): string {
  const rounded = Math.round((part / whole) * 100);
  return rounded === 0 && part > 0 ? chartTexts.shareBelowOne : chartTexts.share(rounded);
}
