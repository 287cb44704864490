// The form definition of apps: its fields, its list row, the check of the demo URL.
import { defineTexts } from '../../texts/define-texts.ts';
import { defineContentScreen, definePanelField } from './content-form.ts';
import { defineDescriptionField, featuresField, pitchField } from './fields/description-field.tsx';
import { definePublishingTimeField } from './fields/publishing-time-field.tsx';
import { ScreenshotsPanel } from './fields/screenshots-panel.tsx';
import { defineSeoField } from './fields/define-seo-field.tsx';
import { defineTextField } from './fields/text-field.tsx';
import { defineWordListField } from './fields/words-field.tsx';

const t = defineTexts({
  descriptionHint: 'Appears under “About This App”.',
  category: { label: 'Category', called: 'the category' },
  platforms: { label: 'Platforms', one: 'platform', called: 'platforms' },
  demo: { label: 'Demo URL', hint: 'Shown as “Try Live Demo”.', called: 'the demo' },
  demoWrong: 'Enter the full demo URL, starting with https://',
  picture: 'Logo',
  screenshotsDeleted: 'Its screenshots are deleted too.',
});

const category = defineTextField({
  name: 'category',
  column: 'category',
  ...t.category,
  maxLength: 100,
  optional: true,
  nullable: true,
});

const demoUrl = defineTextField({
  name: 'demo',
  column: 'demo_url',
  ...t.demo,
  maxLength: 2048,
  optional: true,
  nullable: true,
  inputMode: 'url',
});

const demoAddress = /^https?:\/\/[^\s\\/?#][^\s\\]*$/i;

export const appsScreen = defineContentScreen('apps', {
  row: {
    columns: 'category, feature_chips',
    parts: (row) => ({
      badge: row['category'] as string | null,
      chips: row['feature_chips'] as string[],
    }),
  },
  content: [pitchField, defineDescriptionField('apps', { hint: t.descriptionHint }), featuresField],
  panels: [
    definePanelField('screenshots', ({ recordId }) => <ScreenshotsPanel appId={recordId} />),
    defineSeoField('apps'),
  ],
  publishing: [
    category,
    defineWordListField({ name: 'platforms', column: 'platforms', ...t.platforms }),
    {
      ...demoUrl,
      check({ ask }, value, id) {
        const url = String(value).trim();
        ask(id, url !== '' && (!demoAddress.test(url) || url.length > 2048), t.demoWrong);
      },
    },
    definePublishingTimeField({ isDate: false }),
  ],
  picture: { title: t.picture, isLogo: true, mediaOf: 'app' },
  consequences: () => [t.screenshotsDeleted],
});
