// Texts of the calendar entry of a booked consultation: summary, description.
import { defineTexts } from '../texts/define-texts.ts';

/** Texts of calendar entries. */
export const bookingTexts = defineTexts({
  summary: (minutes: number, agency: string) => `${minutes}-minute consultation with ${agency}`,
  description: (agency: string, phone: string) =>
    `A call with ${agency}. To change or cancel it, open the link below or call ${phone}.`,
});
