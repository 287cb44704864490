import type { AgencyFacts, AgencyTexts } from './agency-fields.ts';

/** What is stored: the fields that were changed. Those that are missing have their presets. */
export interface AgencyRecord {
  facts: Partial<AgencyFacts>;
  /** by language */
  texts: Readonly<Record<string, Partial<AgencyTexts>>>;
  /** of the calendar's settings, not of this record: whether visitors can book a call */
  bookingIsOpen?: boolean;
}

export const emptyRecord: AgencyRecord = { facts: {}, texts: {} };
