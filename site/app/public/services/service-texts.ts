// Texts of a service's page: features, prices, related services, closing call.
import { defineTexts } from '../../texts/define-texts.ts';

export const serviceTexts = defineTexts({
  missing: 'Service Not Found',
  features: 'Features',
  pricing: {
    title: 'Pricing',
    offer: (name: string, isAddOn: boolean) =>
      isAddOn && !/\badd-?on$/i.test(name) ? `${name}<note> add-on</note>` : name,
    price: (price: string, unit: string | null) =>
      unit === null ? `<price>${price}</price>` : `<price>${price}</price><note> a ${unit}</note>`,
    note: 'Prices in Canadian dollars, before tax.',
  },
  request: 'Request a Proposal',
  studies: 'Client results',
  related: 'More services',
  closing: { title: 'Ready to Get Started?' },
  facts: {
    parts: (count: number) => (count === 1 ? 'feature' : 'features'),
    consultation: 'free first consultation',
    consultationLength: (minutes: number) => `${minutes} min`,
  },
});
