import { defineTexts } from '../../../texts/define-texts.ts';
import { formatCount } from '../../../ui/format-count.ts';

function leads(count: number): string {
  return count === 1 ? '1 lead' : `${formatCount(count)} leads`;
}

export const chartTexts = defineTexts({
  loading: 'Counting leads…',
  failed: "We couldn't load this chart.",
  showNumbers: (title: string) => `Show the numbers<spoken>: ${title}</spoken>`,
  shareBelowOne: '< 1%',
  share: (percent: number) => `${percent}%`,
  days: {
    title: 'Leads by day',
    drawing: (summary: string) => `Bar chart. ${summary}`,
    bar: (day: string, count: string) => `${day}: ${count}`,
    today: 'today so far',
    todayInTable: (day: string) => `${day}, so far`,
    dayColumn: 'Day',
    leadsColumn: 'Leads',
    none: (days: number) => `No leads in the last ${days} days.`,
    one: (days: number, day: string) => `1 lead in the last ${days} days, on ${day}.`,
    oneADay: (count: number, days: number) =>
      `${leads(count)} in the last ${days} days, no more than one a day.`,
    manyPeaks: (count: number, days: number, peak: number) =>
      `${leads(count)} in the last ${days} days, no more than ${formatCount(peak)} a day.`,
    twoPeaks: (count: number, days: number, peak: number, first: string, second: string) =>
      `${leads(count)} in the last ${days} days. Busiest days: ${first} and ${second} (${formatCount(peak)} each).`,
    onePeak: (count: number, days: number, peak: number, day: string) =>
      `${leads(count)} in the last ${days} days. Busiest day: ${day} (${formatCount(peak)}).`,
  },
  services: {
    title: 'Leads by service',
    unspecified: 'No service specified',
    serviceColumn: 'Service',
    leadsColumn: 'Leads',
    shareColumn: 'Share',
    none: 'No leads in the last 30 days.',
    allUnspecified: (count: number) => `No service specified by any of ${leads(count)} in the last 30 days.`,
    manyPeaks: (services: number, peak: number, count: number) =>
      `${services} services are tied (${formatCount(peak)} of ${leads(count)} each) in the last 30 days.`,
    twoPeaks: (first: string, second: string, peak: number, count: number) =>
      `Most requested: ${first} and ${second} (${formatCount(peak)} of ${leads(count)} each) in the last 30 days.`,
    onePeak: (service: string, peak: number, count: number) =>
      `Most requested: ${service} (${formatCount(peak)} of ${leads(count)}) in the last 30 days.`,
  },
  sources: {
    title: 'Leads by source',
    campaign: (source: string) => `Campaign: ${source}`,
    api: 'Through the API',
    staff: 'Added by hand',
    direct: 'Direct or unknown',
    qualified: (count: number) => `${formatCount(count)} qualified`,
    sourceColumn: 'Source',
    leadsColumn: 'Leads',
    qualifiedColumn: 'Qualified',
    none: 'No leads in the last 90 days.',
    summary: (count: number, qualified: number) =>
      `${leads(count)} in the last 90 days, ${formatCount(qualified)} qualified.`,
    summaryWithBest: (count: number, qualified: number, best: string, total: number) =>
      `${leads(count)} in the last 90 days, ${formatCount(qualified)} qualified. Most came from: ${best} (${formatCount(total)}).`,
  },
});
