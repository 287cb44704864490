import type { AgencyFacts, AgencyTexts } from './agency-fields.ts';

/** What is stored: the fields that were changed. Those that are missing have their presets. */
export interface AgencyRecord {
  facts: Partial<AgencyFacts>;
  /** by language */
  texts: Readonly<Record<string, Partial<AgencyTexts>>>;
  /** read beside it: the pages that owners have opened (content/content-types.ts) */
  openPages?: readonly string[];
}

export const emptyRecord: AgencyRecord = { facts: {}, texts: {} };
