/** The result of one check. A sentence that is followed by a colon ends without a full stop. */
export interface DoctorFinding {
  /** e.g. "memory". */
  what: string;
  finding: string;
  /** What to do, in plain words. */
  fix: string;
  /** It works, but with a risk. */
  isWarning?: boolean;
}

export type DoctorFindings = DoctorFinding[] | Promise<DoctorFinding[]>;
