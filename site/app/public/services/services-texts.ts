// Texts of the page that lists all services: category filter, invitation to ask, promotion of reviews.
import { payForResults } from '../../content/pricing.ts';
import { defineTexts } from '../../texts/define-texts.ts';

const numbers = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

/** Of the list. */
export const servicesTexts = defineTexts({
  summary: (total: number) =>
    `${numbers[total] ?? total} ${total === 1 ? 'service' : 'services'}, prices up front. “<results>${payForResults}</results>” means you owe nothing for that item until we deliver.`,
  empty: 'No services available at the moment.',
  filter: {
    label: 'Categories',
    all: (total: number) => `All ${total}`,
    category: (name: string, count: number) => `${name} ${count}`,
    order: (count: number) => `${count} ${count === 1 ? 'service' : 'services'}, newest first`,
  },
  ask: {
    title: "Don't see what you need?",
    text: (minutes: number) =>
      `Book the free ${minutes}-minute consultation and tell us about your project. If we're not the right fit, we'll say so.`,
  },
  promo: {
    caption: 'Reputation Management',
    title: 'More honest reviews, answered on time',
    text: 'People read reviews before they call. We help you ask for reviews, reply quickly and act on what you learn.',
    learnMore: 'Learn More<spoken> about Reputation Management</spoken>',
    benefits: {
      ask: { title: 'Ask at the right moment', text: 'A text after the job, with one clear link.' },
      reply: {
        title: 'Reply within one business day',
        text: 'Alerts and draft replies for good and bad reviews.',
      },
      learn: {
        title: 'Learn what to fix',
        text: 'A monthly list of what customers love and what they don’t.',
      },
    },
  },
});
