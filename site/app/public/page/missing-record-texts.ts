// Texts for a record that was not found, or whose preview link has expired.
import { defineTexts } from '../../texts/define-texts.ts';

export const missingRecordTexts = defineTexts({
  text: "We couldn't find that page. It may have been renamed or removed.",
  back: (list: string) => `Back to ${list}`,
  previewExpired: {
    title: 'This preview has expired',
    text: 'Preview links last 30 minutes. Select View in the dashboard for a new one.',
  },
});
