/** A lead, or an email to sort, for which `lead` is null. The shape of public.staff_digest. */
export interface StaffDigestEntry {
  lead: string | null;
  kinds: readonly ('lead' | 'answer' | 'assigned' | 'booking' | 'mention' | 'late' | 'mail')[];
  name: string;
  company: string | null;
  /** the requested service; the subject of an email */
  service: string | null;
  /** the beginning of the latest message */
  words: string | null;
  /** null: no reply is needed */
  since: string | null;
  /** in business hours */
  minutes: number;
  is_late: boolean;
  mentioned_by: string | null;
  call: { at: string; state: string } | null;
}

export interface StaffDigest {
  /** the longest wait first; limited to what a mail can show */
  entries: readonly StaffDigestEntry[];
  total: number;
  /** accessibility reports without a response */
  reports: number;
}
