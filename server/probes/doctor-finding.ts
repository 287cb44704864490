/** A problem that a check has found. A sentence that is followed by a colon ends without a full stop. */
export interface DoctorFinding {
  /** e.g. "memory". */
  what: string;
  finding: string;
  /** What to do, in plain words. */
  fix: string;
  /** True if the installation works, but with a risk. */
  isWarning?: boolean;
}
