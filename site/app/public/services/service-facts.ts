import type { Fact } from '../../art/chart-facts.tsx';
import { formatDollars } from '../../ui/format-dollars.ts';
import { payForResults } from '../../content/pricing.ts';
import { serviceTexts } from './service-texts.ts';
import type { ServicePageData } from './read-services.ts';

const texts = serviceTexts.facts;

/** Facts for a service's art. The first price is the main offer. */
export function serviceFacts(
  { prices: [first], chips }: ServicePageData,
  consultationMinutes: number,
): Fact[] {
  const price: Fact | undefined = first && {
    figure: first.amount === 0 ? payForResults : formatDollars(first.amount),
    label: first.name,
  };
  const features: Fact = {
    figure: String(chips.length),
    label: texts.parts(chips.length),
  };
  const consultation: Fact = {
    figure: texts.consultationLength(consultationMinutes),
    label: texts.consultation,
  };
  return [price ?? features, consultation];
}
