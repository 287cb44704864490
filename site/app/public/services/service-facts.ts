import { agency } from '../../agency.ts';
import type { Sounding } from '../page/sheet-header.tsx';
import { formatDollars } from '../../ui/money.ts';
import { payForResults } from '../../content/pricing.ts';
import type { ServicePageData } from './read-services.ts';

/** Two true figures for the chart of a service. The first price of the list is the main offer, by its own name. */
export function factsOf({ prices: [first], chips }: ServicePageData): Sounding[] {
  const price: Sounding | undefined = first && {
    figure: first.amount === 0 ? payForResults : formatDollars(first.amount),
    words: first.name,
  };
  const features: Sounding = {
    figure: String(chips.length),
    words: chips.length === 1 ? 'part' : 'parts, one price',
  };
  const consultation: Sounding = {
    figure: `${agency.consultationMinutes} min`,
    words: 'free first consultation',
  };
  return [price ?? features, consultation];
}
