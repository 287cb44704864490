import { agency } from '../agency.ts';
import type { Sounding } from '../ui/sheet/sheet-header.tsx';
import { formatDollars } from '../ui/money.ts';
import type { ServicePageData } from './read-services.ts';

/** Two true figures for the chart of a service. */
export function factsOf({ cheapest, chips }: ServicePageData): Sounding[] {
  const price: Sounding | null = cheapest && {
    figure: formatDollars(cheapest.amount),
    words:
      cheapest.amount === 0
        ? 'until the result is in'
        : cheapest.unit
          ? `a ${cheapest.unit}, to start`
          : 'is where it starts',
  };
  const features: Sounding = {
    figure: String(chips.length),
    words: chips.length === 1 ? 'part' : 'parts, one price',
  };
  const consultation: Sounding = {
    figure: `${agency.consultationMinutes} min`,
    words: 'first consultation, free',
  };
  return [price ?? features, consultation];
}
