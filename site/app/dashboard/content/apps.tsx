import { contentScreen } from './content-form.ts';
import { descriptionField } from './fields/description/description-field.tsx';
import { descriptionPreview } from './fields/description/description-preview.tsx';
import { panelField } from './fields/panel-field.ts';
import { ScreenshotsPanel } from './fields/screenshot-list/screenshots-panel.tsx';
import { textField } from './fields/text-field.tsx';
import { wordsField } from './fields/words-field.tsx';

const demoUrl = textField({
  name: 'demo',
  column: 'demo_url',
  label: 'Demo URL',
  hint: 'Shown as “Try Live Demo”.',
  maxLength: 2048,
  optional: true,
  nullable: true,
  inputMode: 'url',
});

const demoAddress = /^https?:\/\/[^\s\\/?#][^\s\\]*$/i;

export const apps = contentScreen('apps', {
  row: {
    columns: 'category, feature_chips',
    parts: (row) => ({
      badge: row['category'] as string | null,
      chips: row['feature_chips'] as string[],
    }),
  },
  content: [
    textField({
      name: 'pitch',
      column: 'short_pitch',
      label: 'Short pitch',
      hint: 'One sentence, shown on cards.',
      maxLength: 500,
    }),
    descriptionField({ hint: 'Appears under “About This App”.' }),
    wordsField({ name: 'chips', column: 'feature_chips', label: 'Features', one: 'feature' }),
  ],
  panels: [
    descriptionPreview('apps'),
    panelField('screenshots', ({ recordId }) => <ScreenshotsPanel appId={recordId} />),
  ],
  publishing: [
    textField({
      name: 'category',
      column: 'category',
      label: 'Category',
      maxLength: 100,
      optional: true,
      nullable: true,
    }),
    wordsField({ name: 'platforms', column: 'platforms', label: 'Platforms', one: 'platform' }),
    {
      ...demoUrl,
      check({ ask }, value, id) {
        const url = String(value).trim();
        const isWrong = url !== '' && (!demoAddress.test(url) || url.length > 2048);
        ask(id, isWrong, 'Enter the full demo URL, starting with https://');
      },
    },
  ],
  picture: { title: 'Logo', isLogo: true, mediaOf: 'app' },
  consequences: () => ['Its screenshots are deleted too.'],
});
