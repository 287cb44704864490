/** A lead, or an email to sort, of which `lead` is null. As public.staff_digest returns it. */
export interface DigestEntry {
  lead: string | null;
  kinds: readonly ('lead' | 'answer' | 'assigned' | 'booking' | 'mention' | 'late' | 'mail')[];
  name: string;
  company: string | null;
  /** what they asked about; of an email its subject */
  service: string | null;
  /** the beginning of what they wrote last */
  words: string | null;
  /** null: they don't wait for a reply */
  since: string | null;
  /** of business hours */
  minutes: number;
  is_late: boolean;
  mentioned_by: string | null;
  call: { at: string; state: string } | null;
}

export interface Digest {
  /** the longest wait first; not more than a mail can show */
  entries: readonly DigestEntry[];
  total: number;
  /** accessibility reports without an answer */
  reports: number;
}
