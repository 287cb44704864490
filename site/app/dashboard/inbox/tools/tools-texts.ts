import { defineTexts } from '../../../texts/define-texts.ts';

export const toolsTexts = defineTexts({
  toggle: (name: string) => `More<spoken> for ${name}</spoken>`,
  loading: 'Loading…',
});
