// A hook for a form draft: changed values, restored drafts, validation problems, rejected saves.
import { useState } from 'react';
import { useStoredDraft } from '../../screen/use-stored-draft.ts';

/** What must be corrected before the draft can be saved, as an instruction; `field` is the id of its control. */
export interface DraftProblem {
  field: string;
  text: string;
}

export interface FormDraft<Values> {
  values: Values;
  /** a function gets the values at the time of the call */
  change: (part: Partial<Values> | ((current: Values) => Partial<Values>)) => void;
  isChanged: boolean;
  /** the draft was typed before this page was opened, and has not changed since */
  isRestored: boolean;
  /** the version of the record on which the changes are based */
  base: string;
  problems: readonly DraftProblem[];
  /** the message for one control */
  problemOf: (field: string) => string | undefined;
  /** returns the problems of the present values, which are shown from now on until they are corrected */
  check: () => readonly DraftProblem[];
  /** shows a problem that only the server could detect, until the next change */
  reject: (problem: DraftProblem) => void;
  /** makes `values` the stored state; without `values` the draft returns to the stored state */
  settle: (values?: Values) => void;
}

interface DraftOptions<Values> {
  /** the key under which changes are stored until they are saved or discarded */
  record: string;
  first: Values;
  /** identifies the stored version; another save changes it */
  base: string;
  findProblems: (values: Values) => readonly DraftProblem[];
}

/**
 * The state of a form: its values, whether they differ from the stored ones, and what must be corrected. Values are
 * compared by their JSON.
 */
export function useFormDraft<Values extends object>(options: DraftOptions<Values>): FormDraft<Values> {
  const { record, first, base, findProblems } = options;
  const [stored, setStored] = useState(first);
  const kept = useStoredDraft(record, { base, values: stored });
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
