import { useState } from 'react';

/** What must be mended before the draft can be saved, as an instruction; `field` is the id of its control. */
export interface DraftProblem {
  field: string;
  text: string;
}

export interface Draft<Values> {
  values: Values;
  /** a function gets the values as they are by then */
  change: (part: Partial<Values> | ((current: Values) => Partial<Values>)) => void;
  isChanged: boolean;
  problems: readonly DraftProblem[];
  /** the instruction for one control */
  problemOf: (field: string) => string | undefined;
  /** the problems of the values as they are; shown from now on, and gone as soon as they are mended */
  check: () => readonly DraftProblem[];
  /** shows a problem that only the server could know, until the next change */
  reject: (problem: DraftProblem) => void;
  /** what is stored is now this; without `values` the draft goes back to what was stored */
  settle: (values?: Values) => void;
}

/**
 * A record while it is being edited: its values, whether they differ from what is stored, and what must be mended.
 * Values are compared by their JSON.
 */
export function useDraft<Values extends object>(
  first: Values,
  findProblems: (values: Values) => readonly DraftProblem[],
): Draft<Values> {
  const [stored, setStored] = useState(first);
  const [values, setValues] = useState(first);
  const [tried, setTried] = useState(false);
  const [rejected, setRejected] = useState<DraftProblem>();
  const problems = rejected ? [rejected] : tried ? findProblems(values) : [];
  return {
    values,
    change(part) {
      setRejected(undefined);
      setValues((current) => ({ ...current, ...(typeof part === 'function' ? part(current) : part) }));
    },
    isChanged: JSON.stringify(values) !== JSON.stringify(stored),
    problems,
    problemOf: (field) => problems.find((problem) => problem.field === field)?.text,
    check() {
      setTried(true);
      setRejected(undefined);
      return findProblems(values);
    },
    reject: setRejected,
    settle(next = stored) {
      setStored(next);
      setValues(next);
      setTried(false);
      setRejected(undefined);
    },
  };
}
