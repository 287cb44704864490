import { suspicionTexts } from './suspicion-texts.ts';

export interface FormSignals {
  /** the value of the hidden field */
  honeypot: string;
  /** since the form was first touched; null when not known, which scores nothing */
  ageMs: number | null;
}

/** From 5 on, the database quarantines (private.receive_lead). */
const points = { honeypot: 5, fast: 2, human: -2 } as const;
const fastestHumanMs = 2_000;
const humanMs = 4_000;
const longestVisitMs = 24 * 60 * 60 * 1_000;

/** The honeypot alone quarantines, unless the form took a human time: then a tool of the visitor filled it in. */
export function scoreForm({ honeypot, ageMs }: FormSignals): { score: number; reasons: string[] } {
  const reasons: string[] = [];
  let score = 0;
  if (honeypot.trim() !== '') {
    score += points.honeypot;
    reasons.push(suspicionTexts.honeypot);
  }
  if (ageMs !== null && ageMs < fastestHumanMs) {
    score += points.fast;
    reasons.push(suspicionTexts.fast);
  }
  if (ageMs !== null && ageMs >= humanMs && ageMs < longestVisitMs) score += points.human;
  return { score, reasons };
}
