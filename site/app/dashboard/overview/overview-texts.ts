import { defineTexts } from '../../texts/define-texts.ts';
import { formatCount } from '../../ui/format-count.ts';

const waitingCounts = ['Nobody is', 'One person is', 'Two people are', 'Three people are', 'Four people are'];

function many(count: number): string {
  return count > 1000 ? `${formatCount(1000)}+` : formatCount(count);
}

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
    busy: 'Sending…',
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
  /** 1,001 stands for more than the database counts. */
  work: {
    label: 'Waiting for you and your colleagues',
    late: (count: number) => `${many(count)} past the target`,
    due: (count: number) => `${many(count)} to follow up today`,
    mentions: (count: number) => `${many(count)} with a note that mentions you`,
    mine: (count: number) => `${many(count)} assigned to you waiting`,
    unassigned: (count: number) => `${many(count)} waiting, unassigned`,
    mails: (count: number, late: number) =>
      `${many(count)} ${count === 1 ? 'email' : 'emails'} to sort${late > 0 ? `, ${many(late)} past the target` : ''}`,
  },
  needsReply: {
    title: 'Needs a reply',
    titleWithCount: (count: number) => `Needs a reply (${formatCount(count)})`,
    allMessages: 'All messages',
    loading: 'Loading leads…',
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
