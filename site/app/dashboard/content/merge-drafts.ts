// Merges what two people changed in the same form since one stored state: by field, in long texts by paragraph.
import { diff3Merge } from 'node-diff3';

/** Fields that both changed in different ways. */
export interface DraftConflict<Values> {
  names: readonly (keyof Values & string)[];
  mine: Partial<Values>;
  theirs: Partial<Values>;
}

/** The id of the control that ends the conflict about these fields. */
export function choiceId(names: readonly string[]): string {
  return `conflict-${names.join('-')}`;
}

export interface MergeRules<Values> {
  /** fields that change together, such as a picture and its description; default: each alone */
  units?: readonly (readonly (keyof Values & string)[])[];
  /** what is stored for some fields, to compare values that are typed in different ways; default: the values */
  storedOf?: (names: readonly (keyof Values & string)[], values: Values) => unknown;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

interface DraftsToMerge<Values> {
  /** the stored state from which both started */
  began: Values;
  /** what I sent in a save whose response was lost: where the stored values are these, nobody else changed them */
  sent?: Values | null;
  mine: Values;
  theirs: Values;
  /** conflicts of an earlier merge that are not chosen yet: they stay, until both are equal */
  open?: readonly DraftConflict<Values>[];
}

/**
 * Where only one person changed something, that is taken; where both did, the merged values have mine, and the conflict
 * names both.
 */
export function mergeDrafts<Values extends object>(
  { began: first, sent, mine, theirs, open = [] }: DraftsToMerge<Values>,
  { units = [], storedOf }: MergeRules<Values> = {},
): { values: Values; conflicts: DraftConflict<Values>[] } {
  const joined = new Set(units.flat());
  const single = (Object.keys(theirs) as (keyof Values & string)[]).filter((name) => !joined.has(name));
  const conflicts: DraftConflict<Values>[] = [];
  let values = theirs;
  for (const names of [...units, ...single.map((name) => [name])]) {
    const pick = (from: Values) =>
      Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<Values>;
    const isEqual = (one: Values, other: Values) =>
      isSame(pick(one), pick(other)) ||
      (storedOf !== undefined && isSame(storedOf(names, one), storedOf(names, other)));
    const chosenLater = open.find((conflict) => isSame(conflict.names, names));
    if (chosenLater && !isEqual(mine, theirs)) {
      values = { ...values, ...pick(mine) };
      const isUnchanged = isEqual(theirs, first);
      conflicts.push({ names, mine: pick(mine), theirs: isUnchanged ? chosenLater.theirs : pick(theirs) });
      continue;
    }
    const began = sent && isEqual(sent, theirs) ? sent : first;
    if (isSame(pick(mine), pick(began)) || isEqual(mine, theirs)) continue;
    const merged = isEqual(theirs, began)
      ? { mine: pick(mine), theirs: pick(mine) }
      : mergeFields(pick(began), pick(mine), pick(theirs));
    values = { ...values, ...merged.mine };
    if (!isSame(merged.mine, merged.theirs)) conflicts.push({ names, ...merged });
  }
  return { values, conflicts };
}

interface Sides<Value> {
  mine: Value;
  theirs: Value;
}

function mergeFields<Part extends object>(began: Part, mine: Part, theirs: Part): Sides<Part> {
  const [name, ...others] = Object.keys(theirs) as (keyof Part)[];
  // parts that belong together are taken from one person
  if (name === undefined || others.length > 0) return { mine, theirs };
  const value = mergeValues(began[name], mine[name], theirs[name]);
  return { mine: { ...mine, [name]: value.mine }, theirs: { ...theirs, [name]: value.theirs } };
}

/** Both sides of a field with what does not overlap; they are equal if nothing does. */
function mergeValues(began: unknown, mine: unknown, theirs: unknown): Sides<unknown> {
  if (isSame(mine, began) || isSame(mine, theirs)) return { mine: theirs, theirs };
  if (isSame(theirs, began)) return { mine, theirs: mine };
  if (typeof began === 'string' && typeof mine === 'string' && typeof theirs === 'string') {
    return mergeTexts(began, mine, theirs);
  }
  if (hasTexts(began) && hasTexts(mine) && hasTexts(theirs)) {
    const parts = Object.keys(theirs).map((name) => {
      const part = mergeTexts(began[name] ?? '', mine[name] ?? '', theirs[name] ?? '');
      return [name, part] as const;
    });
    return {
      mine: Object.fromEntries(parts.map(([name, part]) => [name, part.mine])),
      theirs: Object.fromEntries(parts.map(([name, part]) => [name, part.theirs])),
    };
  }
  return { mine, theirs };
}

/** An object of texts, such as a text with the name of its format. */
function hasTexts(value: unknown): value is Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((part) => typeof part === 'string');
}

const blankLines = /(\n[ \t]*\n+)/;
const paragraphEnd = '\n\n';

/** Paragraphs and what separates them, in turn; the last one ends like the others, so that a text can go on. */
function partsOf(text: string): string[] {
  return [...text.split(blankLines), paragraphEnd];
}

function mergeTexts(began: string, mine: string, theirs: string): Sides<string> {
  const merged = diff3Merge(partsOf(mine), partsOf(began), partsOf(theirs), { excludeFalseConflicts: true });
  const textOf = (side: 'a' | 'b') =>
    merged
      .flatMap(({ ok, conflict }) => ok ?? conflict?.[side] ?? [])
      .join('')
      .slice(0, -paragraphEnd.length);
  return { mine: textOf('a'), theirs: textOf('b') };
}
