// A hook for a form draft: changed values, restored drafts, validation problems, rejected saves.
import { useState } from 'react';
import { useKept } from '../../screen/use-kept.ts';

/** What must be corrected before the draft can be saved, as an instruction; `field` is the id of its control. */
export interface DraftProblem {
  field: string;
  text: string;
}

export interface FormDraft<Values> {
  values: Values;
  /** a function gets the values as they are by then */
  change: (part: Partial<Values> | ((current: Values) => Partial<Values>)) => void;
  isChanged: boolean;
  /** it was typed before this page was opened, and not changed since */
  isRestored: boolean;
  /** the version of the record with which the changes began */
  base: string;
  problems: readonly DraftProblem[];
  /** the instruction for one control */
  problemOf: (field: string) => string | undefined;
  /** the problems of the values as they are; shown from now on, and gone as soon as they are corrected */
  check: () => readonly DraftProblem[];
  /** shows a problem that only the server could know, until the next change */
  reject: (problem: DraftProblem) => void;
  /** what is stored is now this; without `values` the draft goes back to what was stored */
  settle: (values?: Values) => void;
}

interface DraftOptions<Values> {
  /** under which the changes are kept until they are saved or discarded */
  record: string;
  first: Values;
  /** of what is stored, as a text that another save changes */
  base: string;
  findProblems: (values: Values) => readonly DraftProblem[];
}

/**
 * A record while it is being edited: its values, whether they differ from what is stored, and what must be corrected.
 * Values are compared by their JSON.
 */
export function useDraft<Values extends object>(options: DraftOptions<Values>): FormDraft<Values> {
  const { record, first, base, findProblems } = options;
  const [stored, setStored] = useState(first);
  const kept = useKept(record, { base, values: stored });
  const [tried, setTried] = useState(false);
  const [rejected, setRejected] = useState<DraftProblem>();
  const { values } = kept.value;
  const problems = rejected ? [rejected] : tried ? findProblems(values) : [];
  return {
    values,
    change(part) {
      setRejected(undefined);
      kept.change((current) => ({
        ...current,
        values: { ...current.values, ...(typeof part === 'function' ? part(current.values) : part) },
      }));
    },
    isChanged: JSON.stringify(values) !== JSON.stringify(stored),
    isRestored: kept.isRestored,
    base: kept.value.base,
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
      kept.drop();
      setTried(false);
      setRejected(undefined);
    },
  };
}
