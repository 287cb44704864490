// Texts of the page that lists all services: category filter, title of the invitation to ask.
import { defineTexts } from '../../texts/define-texts.ts';

export const servicesTexts = defineTexts({
  filter: {
    label: 'Categories',
    all: (total: number) => `All ${total}`,
    category: (name: string, count: number) => `${name} ${count}`,
    order: (count: number) => `${count} ${count === 1 ? 'service' : 'services'}, newest first`,
  },
  ask: { title: "Don't see what you need?" },
  promo: {
    caption: 'Reputation Management',
    learnMore: 'Learn More<spoken> about Reputation Management</spoken>',
  },
});
