// Texts of an article's page: reading time, next step, related services, not found.
import { defineTexts } from '../../texts/define-texts.ts';

export const articleTexts = defineTexts({
  missing: 'Resource Not Found',
  readingTime: (minutes: number) => `${minutes} min read`,
  nextStep: { title: 'What to do next' },
  request: 'Request a free proposal',
  related: 'Related services',
});
