// A hook for a form draft: changed values, restored drafts, validation problems, rejected saves.
import { useState } from 'react';
import { useStoredDraft } from '../screen/use-stored-draft.ts';

/** What must be corrected before the draft can be saved, as an instruction; `field` is the id of its control. */
export interface DraftProblem {
  field: string;
  text: string;
}

export type FormDraft<Values extends object> = ReturnType<typeof useFormDraft<Values>>;

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
export function useFormDraft<Values extends object>(options: DraftOptions<Values>) {
  const { record, first, base, findProblems } = options;
  const [stored, setStored] = useState(first);
  const kept = useStoredDraft(record, { base, values: stored });
  const [tried, setTried] = useState(false);
  const [rejected, setRejected] = useState<DraftProblem>();
  const { values } = kept.value;
  const problems: readonly DraftProblem[] = rejected ? [rejected] : tried ? findProblems(values) : [];
  return {
    values,
    /** a function gets the values at the time of the call */
    change(part: Partial<Values> | ((current: Values) => Partial<Values>)): void {
      setRejected(undefined);
      kept.change((current) => ({
        ...current,
        values: { ...current.values, ...(typeof part === 'function' ? part(current.values) : part) },
      }));
    },
    isChanged: JSON.stringify(values) !== JSON.stringify(stored),
    /** the draft was typed before this page was opened, and has not changed since */
    isRestored: kept.isRestored,
    /** the version of the record on which the changes are based */
    base: kept.value.base,
    problems,
    /** the message for one control */
    problemOf: (field: string) => problems.find((problem) => problem.field === field)?.text,
    /** returns the problems of the present values, which are shown from now on until they are corrected */
    check() {
      setTried(true);
      setRejected(undefined);
      return findProblems(values);
    },
    /** shows a problem that only the server could detect, until the next change */
    reject(problem: DraftProblem): void {
      setRejected(problem);
    },
    /** makes `values` the stored state; without `values` the draft returns to the stored state */
    settle(next = stored): void {
      setStored(next);
      kept.drop();
      setTried(false);
      setRejected(undefined);
    },
  };
}
