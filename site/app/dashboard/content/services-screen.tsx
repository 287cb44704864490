// The editor of services.
import { defineTexts } from '../../texts/define-texts.ts';
import { defineContentScreen } from './content-form.ts';
import { categoryField } from './fields/category-field.tsx';
import { defineDescriptionField, featuresField, pitchField } from './fields/description-field.tsx';
import { pricesField } from './fields/prices-field.tsx';
import { defineSeoField } from './fields/define-seo-field.tsx';
import { definePublishingTimeField } from './fields/publishing-time-field.tsx';
import { useQuery } from '@tanstack/react-query';
import { callDatabaseFunction } from '../../data/call-database-function.ts';
import { formatCount } from '../../ui/format-values.ts';

const t = defineTexts({
  picture: 'Image',
  imagesDeleted: 'Its images in Media are deleted too.',
});

export const servicesScreen = defineContentScreen('services', {
  row: {
    columns: 'feature_chips, categories(name)',
    parts: (row) => ({
      badge: (row['categories'] as { name: string } | null)?.name ?? null,
      chips: row['feature_chips'] as string[],
    }),
  },
  content: [pitchField, defineDescriptionField('services'), featuresField],
  panels: [pricesField, defineSeoField('services')],
  publishing: [categoryField, definePublishingTimeField({ isDate: false })],
  picture: { title: t.picture, isLogo: false, mediaOf: 'service' },
  consequences: (id) => [t.imagesDeleted, <ServiceLeads key="leads" serviceId={id} />],
});

const serviceLeadsTexts = defineTexts({
  counting: 'Leads that asked about it stay in Messages with its name.',
  leads(count: number) {
    if (count === 0) return 'No leads mention it.';
    if (count === 1) return '1 lead asked about it. It stays in Messages with its name.';
    const many = count > 1000 ? 'More than 1,000' : formatCount(count);
    return `${many} leads asked about it. They stay in Messages with its name.`;
  },
});

const countLeads = (serviceId: string) =>
  callDatabaseFunction('count_service_leads', { service_id: serviceId });

/** The consequence of deleting a service for its leads; their number is added once it is loaded. */
function ServiceLeads({ serviceId }: { serviceId: string }) {
  const { data } = useQuery({
    queryKey: ['leads', 'of-service', serviceId],
    queryFn: () => countLeads(serviceId),
    staleTime: 0,
  });
  return data === undefined ? serviceLeadsTexts.counting : serviceLeadsTexts.leads(data);
}
