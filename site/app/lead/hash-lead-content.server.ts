import { createHash } from 'node:crypto';
import { leadFieldNames, type CheckedLead } from './lead-fields.ts';

/** The body of the insert: only these columns (P-182). Only proposals name a service. */
export interface LeadInsert extends CheckedLead {
  service_id?: string | null;
}

/** The hash of a lead's content, hex. The database makes the same hash (private.hash_lead_content). */
export function hashLeadContent(row: Partial<LeadInsert>): string {
  return hashTexts([...leadFieldNames, 'service_id' as const].map((name) => row[name] ?? null));
}

/** The database makes the same hash (private.hash_texts). */
export function hashTexts(texts: readonly (string | null)[]): string {
  const text = texts
    .map((value) => (value === null ? '-' : `${Buffer.byteLength(value)}:${value}`))
    .join(',');
  return createHash('sha256').update(text).digest('hex');
}
