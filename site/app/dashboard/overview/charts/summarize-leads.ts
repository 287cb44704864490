import type { DayCount, ServiceCount } from './lead-counts.ts';

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** "2026-11-12" as "Nov 12": a calendar day, in no time zone. */
export function dayName(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`));
}

export function sumOf(counts: readonly { total: number }[]): number {
  return counts.reduce((sum, { total }) => sum + total, 0);
}

function leads(count: number): string {
  return `${count.toLocaleString('en-CA')} ${count === 1 ? 'lead' : 'leads'}`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** One sentence: "23 leads in the last 30 days. Busiest day: Nov 12 (5)." */
export function summarizeDays(days: readonly DayCount[]): string {
  const all = sumOf(days);
  const peak = Math.max(0, ...days.map(({ total }) => total));
  const best = days.filter(({ total }) => total === peak).map(({ day }) => dayName(day));
  const period = `in the last ${days.length} days`;
  if (all === 0) return `No leads ${period}.`;
  if (all === 1) return `1 lead ${period}, on ${best[0]}.`;
  if (peak === 1) return `${leads(all)} ${period}, no more than one a day.`;
  if (best.length > 2) return `${leads(all)} ${period}, no more than ${peak.toLocaleString('en-CA')} a day.`;
  const each = best.length === 2 ? ' each' : '';
  const busiest = best.length === 2 ? 'Busiest days' : 'Busiest day';
  return `${leads(all)} ${period}. ${busiest}: ${listed(best)} (${peak.toLocaleString('en-CA')}${each}).`;
}

/** "Most requested: Winning Websites (4 of 23 leads) in the last 30 days." */
export function summarizeServices(counts: readonly ServiceCount[]): string {
  const all = sumOf(counts);
  const named = counts.filter(({ service }) => service !== null);
  const peak = Math.max(0, ...named.map(({ total }) => total));
  const best = named.filter(({ total }) => total === peak).map(({ service }) => service ?? '');
  if (all === 0) return 'No leads in the last 30 days.';
  if (named.length === 0) return `No service specified by any of ${leads(all)} in the last 30 days.`;
  const share = `${peak.toLocaleString('en-CA')} of ${leads(all)}`;
  if (best.length > 2) return `${best.length} services are tied (${share} each) in the last 30 days.`;
  const each = best.length === 2 ? ' each' : '';
  return `Most requested: ${listed(best)} (${share}${each}) in the last 30 days.`;
}

/** A share in whole percent; never 0 for a part above zero. */
export function percent(part: number, whole: number): string {
  const rounded = Math.round((part / whole) * 100);
  return rounded === 0 && part > 0 ? '< 1%' : `${rounded}%`;
}
