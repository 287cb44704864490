// Texts shared by public pages: call link, contact link, list of contents, draft preview banner.
import { defineTexts } from '../../texts/define-texts.ts';

export const pageTexts = defineTexts({
  call: (phone: string) => `Call ${phone}`,
  contactUs: 'Contact us',
  contents: 'On this page',
  sample: 'Sample',
  preview: {
    label: 'Draft preview',
    expires: (time: string) => `Draft, not public. This link expires at <time>${time}</time>.`,
  },
});
