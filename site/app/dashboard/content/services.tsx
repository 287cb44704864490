import { contentScreen } from './content-form.ts';
import { categoryField } from './fields/category-field.tsx';
import { descriptionField } from './fields/description/description-field.tsx';
import { descriptionPreview } from './fields/description/description-preview.tsx';
import { pricesField } from './fields/prices/prices-field.tsx';
import { textField } from './fields/text-field.tsx';
import { wordsField } from './fields/words-field.tsx';
import { ServiceLeads } from './service-leads.tsx';

export const services = contentScreen('services', {
  row: {
    columns: 'feature_chips, categories(name)',
    parts: (row) => ({
      badge: (row['categories'] as { name: string } | null)?.name ?? null,
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
    descriptionField(),
    wordsField({ name: 'chips', column: 'feature_chips', label: 'Features', one: 'feature' }),
  ],
  panels: [descriptionPreview('services'), pricesField],
  publishing: [categoryField],
  picture: { title: 'Image', isLogo: false, mediaOf: 'service' },
  consequences: (id) => ['Its images in Media are deleted too.', <ServiceLeads key="leads" serviceId={id} />],
});
