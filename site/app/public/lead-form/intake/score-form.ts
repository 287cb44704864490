/** What the form itself tells of who filled it in. */
export interface FormSignals {
  /** the field that nobody can see or reach */
  trap: string;
  /** since the form was first touched; null when that is not known, which counts for nothing */
  ageMs: number | null;
}

/** The database holds back from 5 on (private.receive_lead). */
const points = { trap: 5, fast: 2, human: -2 } as const;
const fastestHumanMs = 2_000;
const humanMs = 4_000;
const longestVisitMs = 24 * 60 * 60 * 1_000;

/**
 * A score, never a verdict. The trap alone holds a lead back, unless the form was filled in at a person's pace with
 * scripts: then it was some tool of theirs that filled the field.
 */
export function scoreForm({ trap, ageMs }: FormSignals): { score: number; reasons: string[] } {
  const reasons: string[] = [];
  let score = 0;
  if (trap.trim() !== '') {
    score += points.trap;
    reasons.push('a hidden field was filled in');
  }
  if (ageMs !== null && ageMs < fastestHumanMs) {
    score += points.fast;
    reasons.push('sent faster than a person can type');
  }
  if (ageMs !== null && ageMs >= humanMs && ageMs < longestVisitMs) score += points.human;
  return { score, reasons };
}
