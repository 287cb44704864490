// Texts of the overview screen: charts of leads, greeting, statistics, work to do, due privacy requests.
import { defineTexts } from '../../texts/define-texts.ts';
import { formatCount, formatCountUpTo } from '../../ui/format-values.ts';

function leads(count: number): string {
  return count === 1 ? '1 lead' : `${formatCount(count)} leads`;
}

export const chartTexts = defineTexts({
  loading: 'Counting leads...',
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
    allUnspecified: (count: number) => `${leads(count)} in the last 30 days, no service specified.`,
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
    staff: 'Added by your team',
    direct: 'Direct or unknown',
    qualified: (count: number) => `${formatCount(count)} qualified`,
    sourceColumn: 'Source',
    leadsColumn: 'Leads',
    qualifiedColumn: 'Qualified',
    none: 'No leads in the last 90 days.',
    summary: (count: number, qualified: number) =>
      `${leads(count)} in the last 90 days, ${formatCount(qualified)} qualified.`,
    summaryWithBest: (count: number, qualified: number, best: string, total: number) =>
      `${leads(count)} in the last 90 days, ${formatCount(qualified)} qualified. Top known source: ${best} (${formatCount(total)}).`,
  },
});

const waitingCounts = ['No one is', 'One person is', 'Two people are', 'Three people are', 'Four people are'];

const many = (count: number) => formatCountUpTo(1000, count);

export const overviewTexts = defineTexts({
  greeting: {
    morning: (name: string) => (name === '' ? 'Good morning' : `Good morning, ${name}`),
    afternoon: (name: string) => (name === '' ? 'Good afternoon' : `Good afternoon, ${name}`),
    evening: (name: string) => (name === '' ? 'Good evening' : `Good evening, ${name}`),
  },
  today: (day: string) => `${day}.`,
  todayAndWaiting: (day: string, count: number) =>
    `${day}. ${waitingCounts[count] ?? `${formatCount(count)} people are`} waiting for a reply.`,
  continueTo: (screen: string) => `Continue to ${screen}`,
  failedNotices: {
    label: 'Undelivered notifications',
    notice: (colleagues: string, problem: string) =>
      `Lead notifications didn't reach ${colleagues}. ${problem}`,
    retry: 'Send again',
    busy: 'Sending...',
    retried: 'Resending notifications',
  },
  stats: {
    loading: 'Loading',
    failed: "We couldn't load these numbers.",
    linkLabel: (count: string, title: string) => `${count} ${title}`,
    services: { title: 'Total Services', caption: 'Published and draft services' },
    leads: { title: 'Total Leads', caption: 'All time lead submissions' },
    newLeads: { title: 'New Leads', caption: 'Awaiting follow-up' },
    categories: { title: 'Categories', caption: 'Service categories' },
  },
  /** 1,001 means that there are more than the database counts. */
  work: {
    label: "What's waiting for you and your team",
    late: (count: number) => `${many(count)} past your response-time target`,
    due: (count: number) => `${many(count)} to follow up today`,
    mentions: (count: number) => `${many(count)} with a note mentioning you`,
    mine: (count: number) => `${many(count)} assigned to you, waiting for a reply`,
    unassigned: (count: number) => `${many(count)} unassigned, waiting for a reply`,
    calls: (count: number) => `${many(count)} ${count === 1 ? 'call' : 'calls'} without an outcome`,
    mails: (count: number, late: number) =>
      `${many(count)} ${count === 1 ? 'email' : 'emails'} to sort${late > 0 ? `, ${many(late)} past target` : ''}`,
  },
  upcomingCalls: 'Upcoming calls',
  needsReply: {
    title: 'Needs a reply',
    titleWithCount: (count: number) => `Needs a reply (${formatCount(count)})`,
    allMessages: 'All messages',
    loading: 'Loading leads...',
    empty: 'All caught up: everyone has had a reply.',
    what: 'leads',
    noMessage: 'No message was included.',
    since: (day: string) => `since ${day}`,
    days: (count: number) => (count === 1 ? '1 day' : `${formatCount(count)} days`),
    hours: (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
    minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
    reply: (name: string) => `Reply<spoken> to ${name}</spoken>`,
  },
  quickActions: {
    title: 'Quick Actions',
    services: { label: 'Manage services', hint: 'Published pages and drafts' },
    leads: { label: 'View leads', hint: 'Read, reply, qualify' },
    categories: { label: 'Organize categories', hint: 'Group your services' },
  },
  statuses: {
    title: 'Leads by status',
    linkLabel: (count: string, status: string) => `${count} ${status}`,
  },
});

/** Also used by the overview, whose script does not load the texts of the privacy screen. */
export const privacyDeadlineTexts = defineTexts({
  title: 'Privacy',
  waiting: (total: number) =>
    total === 1
      ? '1 privacy request is overdue or due within 7 days.'
      : `${many(total)} privacy requests are overdue or due within 7 days.`,
  open: 'View requests',
  retention: {
    title: 'Old messages',
    due: (people: string, months: number) =>
      `${people} had no contact with you in the last ${months} months. Do you want to delete messages this old automatically?`,
    people: (total: number) =>
      total > 1000 ? 'More than 1,000 people' : total === 1 ? 'One person' : `${formatCount(total)} people`,
    agree: (months: number) => `Delete after ${months} months`,
    choose: 'Review or change',
    question: 'Delete old messages automatically?',
    consequence: (people: string, months: number) =>
      `${people} and their messages will be deleted within an hour. From then on, messages are deleted ${months} months after your last contact. This can't be undone.`,
    busy: 'Saving...',
    agreed: 'Automatic deletion is on',
    agreedText: 'Your privacy page is up to date.',
  },
});
