import { defineTexts } from '../../texts/define-texts.ts';
import { formatCount } from '../../ui/format-count.ts';

/** For the overview, whose script carries no text of the screen. */
export const dueTexts = defineTexts({
  title: 'Privacy',
  waiting: (total: number) =>
    total === 1
      ? 'A person waits for an answer about their data: it is due within 7 days, or late.'
      : `${total} people wait for an answer about their data, due within 7 days or late.`,
  open: 'See requests',
  retention: {
    title: 'Old messages',
    due: (people: string, months: number) =>
      `${people} had no contact with you for ${months} months. This version erases such messages by itself, once you agree.`,
    people: (total: number) =>
      total > 1000 ? 'More than 1,000 people' : total === 1 ? 'One person' : `${formatCount(total)} people`,
    agree: (months: number) => `Erase after ${months} months`,
    choose: 'See them or choose another time',
    question: 'Erase old messages from now on?',
    consequence: (people: string, months: number) =>
      `${people} and their messages are erased within an hour, and later everyone else ${months} months after your last contact. This can’t be undone.`,
    busy: 'Saving…',
    agreed: 'Old messages are erased from now on',
    agreedText: 'The privacy page says so too.',
  },
});
