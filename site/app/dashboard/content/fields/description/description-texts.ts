import { defineTexts } from '../../../../texts/define-texts.ts';

export const descriptionTexts = defineTexts({
  label: 'Description',
  called: 'the description',
  formatLabel: 'Text format',
  plain: 'Plain text',
  markdown: 'Markdown',
  plainHint: 'Leave a blank line between paragraphs.',
  markdownHint: 'Markdown: ## heading, - list, **bold**, [link text](https://address).',
  emptyPreview: 'The description will show here as you write it.',
});
