import { defineTexts } from '../../texts/define-texts.ts';
import { contentScreen } from './content-form.ts';
import { categoryField } from './fields/category-field.tsx';
import { descriptionField } from './fields/description/description-field.tsx';
import { descriptionPreview } from './fields/description/description-preview.tsx';
import { featuresField, pitchField } from './fields/pitch-fields.ts';
import { pricesField } from './fields/prices/prices-field.tsx';
import { publishingTimeField } from './fields/publishing-time-field.tsx';
import { ServiceLeads } from './service-leads.tsx';

const t = defineTexts({
  picture: 'Image',
  imagesDeleted: 'Its images in Media are deleted too.',
});

export const services = contentScreen('services', {
  row: {
    columns: 'feature_chips, categories(name)',
    parts: (row) => ({
      badge: (row['categories'] as { name: string } | null)?.name ?? null,
      chips: row['feature_chips'] as string[],
    }),
  },
  content: [pitchField, descriptionField(), featuresField],
  panels: [descriptionPreview('services'), pricesField],
  publishing: [categoryField, publishingTimeField({ isDate: false })],
  picture: { title: t.picture, isLogo: false, mediaOf: 'service' },
  consequences: (id) => [t.imagesDeleted, <ServiceLeads key="leads" serviceId={id} />],
});
