// Text of a price that depends on results.
import { defineTexts } from '../texts/define-texts.ts';

export const pricingTexts = defineTexts({ payForResults: 'Pay for Results' });
