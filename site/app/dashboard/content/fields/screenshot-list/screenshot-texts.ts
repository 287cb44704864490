import { defineTexts } from '../../../../texts/define-texts.ts';

export const screenshotTexts = defineTexts({
  title: 'Screenshots',
  createFirst: 'Create the app first, then add its screenshots here.',
  loading: 'Loading screenshots...',
  failed: "We couldn't load the screenshots.",
  empty: 'No screenshots yet. Add some to show visitors what the app looks like.',
  add: 'Add screenshots',
  savedHint: 'Saved automatically, in this order.',
  undescribed: (kind: string) => `${kind} without a description`,
  decorative: 'Decorative',
  kind: (kind: string) => ` (${kind})`,
  moveUp: (title: string) => `Move up: ${title}`,
  moveDown: (title: string) => `Move down: ${title}`,
  edit: (title: string) => `Edit ${title}`,
  remove: (title: string) => `Delete ${title}`,
});
