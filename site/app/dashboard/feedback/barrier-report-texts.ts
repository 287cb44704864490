// Texts of the staff screen with visitors' reports of accessibility barriers.
import { defineTexts } from '../../texts/define-texts.ts';

/** The register of reports of barriers. */
export const barrierReportTexts = defineTexts({
  title: 'Accessibility',
  description:
    'Reports of barriers from the accessibility page. The page publishes how many came in the last 12 months and how soon you answered.',
  what: 'reports',
  empty: 'Nobody has reported a barrier yet.',
  notAllowed: 'Owners and agents read reports of barriers.',
  anonymous: 'Anonymous',
  where: (page: string) => `Where: ${page}`,
  acknowledged: (day: string) => `We emailed them on ${day} that it arrived.`,
  waiting: 'Waiting for an answer',
  answered: (days: number) =>
    days === 0 ? 'Answered the same day' : `Answered after ${days === 1 ? '1 day' : `${days} days`}`,
  answer: {
    label: (from: string) => `What you answered or changed, for ${from}`,
    hint: 'Kept here only. Call or write to them yourself.',
    hintAnonymous: 'Kept here only. They left no way to reach them.',
    save: 'Save answer',
    busy: 'Saving…',
    saved: 'Answer saved',
    title: 'Your answer',
    edit: 'Edit the answer',
  },
  remove: {
    button: (from: string) => `Delete the report from ${from}`,
    thing: 'report',
    title: (from: string) => `Report from ${from}`,
    counts: 'It no longer counts in the published figures.',
  },
  overview: (count: number) =>
    count === 1
      ? 'A visitor reported a barrier and waits for an answer.'
      : `${count} reports of barriers wait for an answer.`,
  open: 'Read reports',
});
