import { defineTexts } from '../../texts/define-texts.ts';

/** For the overview, whose script carries no text of the screen. */
export const dueTexts = defineTexts({
  title: 'Privacy',
  waiting: (total: number) =>
    total === 1
      ? 'A person waits for an answer about their data: it is due within 7 days, or late.'
      : `${total} people wait for an answer about their data, due within 7 days or late.`,
  open: 'See requests',
});
