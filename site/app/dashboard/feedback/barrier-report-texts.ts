// Texts of the staff screen with visitors' reports of accessibility barriers.
import { defineTexts } from '../../texts/define-texts.ts';
import { formatCountUpTo } from '../../ui/format-values.ts';

export const barrierReportTexts = defineTexts({
  title: 'Accessibility',
  description:
    'Reports from your accessibility page. The page shows how many you received in the last 12 months and how soon you answered.',
  what: 'reports',
  empty: 'No accessibility reports yet.',
  anonymous: 'Anonymous',
  where: (page: string) => `Where: ${page}`,
  acknowledged: (day: string) => `We confirmed by email on ${day} that we got it.`,
  waiting: 'Needs a reply',
  answered: (days: number) =>
    days === 0 ? 'Answered the same day' : `Answered after ${days === 1 ? '1 day' : `${days} days`}`,
  answer: {
    label: (from: string) => `What you told them or changed (${from})`,
    hint: 'For your records. Call or email them yourself.',
    hintAnonymous: 'For your records. They left no contact details.',
    save: 'Save answer',
    saved: 'Answer saved',
    title: 'Your answer',
    edit: 'Edit answer',
  },
  remove: {
    button: (from: string) => `Delete the report from ${from}`,
    thing: 'report',
    title: (from: string) => `the report from ${from}`,
    counts: 'It will no longer count in the published numbers.',
  },
  overview: (count: number) =>
    count === 1
      ? 'A visitor reported an accessibility problem and needs a reply.'
      : `${formatCountUpTo(1000, count)} accessibility reports need a reply.`,
  open: 'View reports',
});
