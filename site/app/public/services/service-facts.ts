import { agency } from '../../agency.ts';
import type { Fact } from '../page/detail-header.tsx';
import { formatDollars } from '../../ui/format-dollars.ts';
import { payForResults } from '../../content/pricing.ts';
import type { ServicePageData } from './read-services.ts';

/** Facts for a service's art. The first price is the main offer. */
export function serviceFacts({ prices: [first], chips }: ServicePageData): Fact[] {
  const price: Fact | undefined = first && {
    figure: first.amount === 0 ? payForResults : formatDollars(first.amount),
    label: first.name,
  };
  const features: Fact = {
    figure: String(chips.length),
    label: chips.length === 1 ? 'part' : 'parts, one price',
  };
  const consultation: Fact = {
    figure: `${agency.consultationMinutes} min`,
    label: 'free first consultation',
  };
  return [price ?? features, consultation];
}
