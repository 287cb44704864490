// Hashes a lead's content in the same way as the database.
import { createHash } from 'node:crypto';
import { leadFieldNames, type CheckedLead } from './lead-fields.ts';

/** The body of the insert: these columns and no others (P-182). Only proposals name a service. */
export interface LeadRow extends CheckedLead {
  service_id?: string | null;
}

/** Hash of a lead's content, hex. The database writes the same text (private.hash_lead_content). */
export function hashLeadContent(row: Partial<LeadRow>): string {
  const text = [...leadFieldNames, 'service_id' as const]
    .map((name) => row[name] ?? null)
    .map((value) => (value === null ? '-' : `${Buffer.byteLength(value)}:${value}`))
    .join(',');
  return createHash('sha256').update(text).digest('hex');
}
