/** Of one check: each sentence ends without a stop where it is followed by a colon. */
export interface Finding {
  /** e.g. "memory". */
  what: string;
  finding: string;
  /** What to do, in plain words. */
  fix: string;
  /** Works, with a risk. */
  isWarning?: boolean;
}

export type Findings = Finding[] | Promise<Finding[]>;
