import { createHash } from 'node:crypto';

/** The body of the insert: these columns and no others (P-182). */
export interface LeadRow {
  name: string;
  email: string;
  company: string | null;
  phone: string | null;
  message: string | null;
  service_id?: string | null;
}

/** Hash of a lead's content, hex. The database writes the same text (private.hash_lead_content). */
export function hashLeadContent({ name, email, company, phone, message, service_id }: LeadRow): string {
  const text = [name, email, company, phone, message, service_id ?? null]
    .map((field) => (field === null ? '-' : `${Buffer.byteLength(field)}:${field}`))
    .join(',');
  return createHash('sha256').update(text).digest('hex');
}
