/** `improve` works; `unknown` could not be read. */
export type RecordStatus = 'good' | 'improve' | 'wrong' | 'unknown';

/** A DNS record by which receivers tell our mail from forged mail. */
export interface SenderRecord {
  kind: 'SPF' | 'DKIM' | 'DMARC';
  status: RecordStatus;
  /** What it is like and what to do, for the owner. */
  advice: string;
  /** As published. */
  found?: string;
  /** The TXT record to publish instead. */
  publish?: { name: string; value: string };
}

export interface SenderDomain {
  domain: string;
  records: SenderRecord[];
}
