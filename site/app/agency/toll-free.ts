// Detects a toll-free phone number by its area code; adds the toll-free label.
import { defineTexts } from '../texts/define-texts.ts';

const texts = defineTexts({ tollFree: (phone: string) => `toll-free ${phone}` });

/** Whether calls from Canada are free, by the area code of a dialled number: "tel:+18005550199". */
export function isTollFree(phoneHref: string): boolean {
  return /^tel:\+1(?:800|833|844|855|866|877|888)\d{7}$/.test(phoneHref);
}

/** `shown`, with the toll-free label if it applies. */
export function labelTollFreePhone(phoneHref: string, shown: string): string {
  return isTollFree(phoneHref) ? texts.tollFree(shown) : shown;
}
