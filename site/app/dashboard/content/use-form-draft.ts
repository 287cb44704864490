// A hook for a form draft: changed values, restored drafts, merging with other saves, what must be corrected.
import { useState } from 'react';
import { useStoredDraft } from '../screen/use-stored-draft.ts';
import { useKeptCaret } from './use-kept-caret.ts';
import { mergeDrafts, type DraftConflict, type MergeRules } from './merge-drafts.ts';

/** What must be corrected before the draft can be saved, as an instruction; `field` is the id of its control. */
export interface DraftProblem {
  field: string;
  text: string;
}

/** A stored state: its values, and what identifies it. */
export interface StoredValues<Values> {
  values: Values;
  revision: string;
}

/** What is stored on the device while a form differs from its stored state. */
export interface KeptDraft<Values> {
  /** the stored state on which the values are based */
  began: StoredValues<Values>;
  /** the values of a save whose response has not arrived: it may have been written */
  sent: Values | null;
  values: Values;
  conflicts: readonly DraftConflict<Values>[];
  /** who saved the values that were merged last, if the name is known */
  other: string | null;
}

function untouched<Values>(began: StoredValues<Values>): KeptDraft<Values> {
  return { began, sent: null, values: began.values, conflicts: [], other: null };
}

export type FormDraft<Values extends object> = ReturnType<typeof useFormDraft<Values>>;

interface DraftOptions<Values> {
  /** the key under which changes are stored until they are saved or discarded */
  record: string;
  first: StoredValues<Values>;
  rules?: MergeRules<Values>;
  /** no other tab edits the record */
  isSoleTab?: boolean;
  findProblems: (values: Values) => readonly DraftProblem[];
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * The state of a form: its values, whether they differ from the stored ones, and what must be corrected. Values are
 * compared by their JSON. A value changes by typing, by a choice, or where another save changed one that was not
 * touched here.
 */
export function useFormDraft<Values extends object>(options: DraftOptions<Values>) {
  const { record, first, rules, findProblems } = options;
  const [stored, setStored] = useState(first);
  const kept = useStoredDraft<KeptDraft<Values>>(record, untouched(stored), options.isSoleTab);
  const [tried, setTried] = useState(false);
  const [rejected, setRejected] = useState<DraftProblem>();
  const { values, conflicts, other } = kept.value;
  const [replaced, setReplaced] = useState<KeptDraft<Values>>();
  const [isDiscarded, setIsDiscarded] = useState(false);
  const keepCaret = useKeptCaret();
  const problems: readonly DraftProblem[] = rejected ? [rejected] : tried ? findProblems(values) : [];

  function reset(next: StoredValues<Values>): void {
    setStored(next);
    kept.drop();
    setTried(false);
    setRejected(undefined);
  }

  /** Keeps `next` instead; what was typed is kept beside it. The returned function takes that back, except for what was typed since. */
  function replace(next: KeptDraft<Values>): () => void {
    const before = kept.value;
    setRejected(undefined);
    setIsDiscarded(false);
    if (!isSame(next.values, before.values) && !isSame(before.values, stored.values)) setReplaced(before);
    kept.change(next);
    return () =>
      kept.change((current) => {
        const drafts = { began: next.values, mine: current.values, theirs: before.values };
        const isSaved = current.began.revision !== before.began.revision;
        return { ...(isSaved ? current : before), values: mergeDrafts(drafts, rules).values };
      });
  }

  return {
    values,
    stored,
    /** fields that this person and another one changed in different ways; the values are those of this person */
    conflicts,
    other,
    /** a function gets the values at the time of the call */
    change(part: Partial<Values> | ((current: Values) => Partial<Values>)): void {
      setRejected(undefined);
      setIsDiscarded(false);
      kept.change((current) => ({
        ...current,
        values: { ...current.values, ...(typeof part === 'function' ? part(current.values) : part) },
      }));
    },
    isChanged: !isSame(values, stored.values),
    /** the draft was typed before this page was opened, and has not changed since */
    isRestored: kept.isRestored,
    /** the stored state on which the values are based; not `stored` if a draft was restored that is older */
    began: kept.value.began,
    problems,
    /** the message for one control */
    problemOf: (field: string) => problems.find((problem) => problem.field === field)?.text,
    /** returns the problems of the present values, which are shown from now on until they are corrected */
    check() {
      setTried(true);
      setRejected(undefined);
      return findProblems(values);
    },
    /** everything that has to be kept until it is saved, with what identifies it */
    kept: kept.value,
    id: kept.id,
    times: kept.times,
    markSent: kept.markSent,
    /** what was typed, and replaced by other text on request */
    replaced,
    /** whether what was typed last was discarded */
    isDiscarded,
    /** whether what was typed elsewhere has the fields of this form */
    canAdopt: kept.accepts,
    /** continues with what was typed elsewhere; the returned function takes that back */
    adopt: replace,
    /** the stored state becomes `next`, of another record, to which the values are sent */
    restart(next: StoredValues<Values>, savedAs: string): void {
      setStored(next);
      kept.move({ ...untouched(next), sent: values, values }, savedAs);
    },
    /** shows a problem that only the server could detect, until the next change */
    reject(problem: DraftProblem): void {
      setRejected(problem);
    },
    /** `values` are being sent. */
    send(sent: Values): void {
      kept.change((current) => ({ ...current, sent }));
    },
    /**
     * Another person (`by`) saved `next`: merges it. `base`: what both began with, if not what the editor began with.
     * Returns what both changed.
     */
    merge(next: StoredValues<Values>, by: string | null, base?: Values): readonly DraftConflict<Values>[] {
      let merged = untouched(next);
      keepCaret();
      kept.change((current) => {
        const { began, sent, values: mine, conflicts: open } = current;
        const drafts = { began: base ?? began.values, sent, mine, theirs: next.values, open };
        merged = { ...merged, ...mergeDrafts(drafts, rules) };
        return { ...merged, other: by };
      });
      if (merged.conflicts.length === 0 && isSame(merged.values, next.values)) reset(next);
      else setStored(next);
      return merged.conflicts;
    },
    /** Ends a conflict with the values of the other person, or with mine; the returned function takes that back. */
    resolve(conflict: DraftConflict<Values>, taken: 'mine' | 'theirs'): () => void {
      return replace({
        ...kept.value,
        values: taken === 'theirs' ? { ...values, ...conflict.theirs } : values,
        conflicts: conflicts.filter((each) => !isSame(each, conflict)),
      });
    },
    /** replaces some values; the returned function takes that back */
    replace: (part: Partial<Values>) => replace({ ...kept.value, values: { ...values, ...part } }),
    /**
     * `sent` was saved. What was typed meanwhile stays; `changed` are values that the server changed, which replace
     * those that are as they were sent. The draft of a new record moves to `savedAs`.
     */
    confirm(sent: Values, revision: string, changed: Partial<Values>, savedAs = record): void {
      const next = { revision, values: { ...sent, ...changed } };
      let now = untouched(next);
      kept.change((current) => {
        const names = Object.keys(current.values) as (keyof Values)[];
        const typed = names.filter((name) => !isSame(current.values[name], sent[name]));
        const typedValues = Object.fromEntries(typed.map((name) => [name, current.values[name]]));
        now = { ...now, values: { ...next.values, ...typedValues } };
        return now;
      });
      reset(next);
      if (!isSame(now.values, next.values)) kept.move(now, savedAs);
    },
    /** makes `next` the stored state */
    settle: (next: StoredValues<Values>) => reset(next),
    /** returns to the stored state; the returned function takes that back */
    discard(): () => void {
      const undo = replace(untouched(stored));
      setReplaced(undefined);
      setIsDiscarded(true);
      reset(stored);
      return undo;
    },
  };
}
