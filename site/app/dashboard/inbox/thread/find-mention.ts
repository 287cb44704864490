// Mentions in a note: finds the one being typed, matches colleagues, splits a text at mentions.
import { foldCaseAndAccents } from '../../../texts/fold-case-and-accents.ts';

export interface Colleague {
  id: string;
  name: string;
}

/** The typed part of a name after an `@` at the start of a word, up to the caret. */
export interface TypedMention {
  /** Position of the `@`. */
  at: number;
  typed: string;
}

/** A longer text is not a name that is being typed. */
const longestTyped = 40;
const mostShown = 8;

export function findTypedMention(text: string, caret: number): TypedMention | null {
  const match = /(?:^|[\s(])@([^@\n]*)$/u.exec(text.slice(Math.max(0, caret - longestTyped), caret));
  const typed = match?.[1];
  return typed === undefined ? null : { at: caret - typed.length - 1, typed };
}

/** Colleagues whose name, or a word of it, begins with the typed text, ignoring accents. */
export function matchingColleagues(colleagues: readonly Colleague[], typed: string): Colleague[] {
  const wanted = foldCaseAndAccents(typed);
  return colleagues
    .filter(({ name }) => ` ${foldCaseAndAccents(name)}`.includes(` ${wanted}`))
    .slice(0, mostShown);
}

/** Splits `text` into parts, unchanged; those that name one of `names` after an `@` are marked. */
export function splitAtMentions(
  text: string,
  names: readonly string[],
): { text: string; isMention: boolean }[] {
  const tags = names.map((name) => `@${name}`).toSorted((one, other) => other.length - one.length);
  const parts: { text: string; isMention: boolean }[] = [];
  let rest = text;
  while (rest !== '') {
    const found = tags.map((tag) => rest.indexOf(tag)).filter((index) => index >= 0);
    const next = Math.min(rest.length, ...found);
    const tag = tags.find((one) => rest.startsWith(one, next)) ?? '';
    if (next > 0) parts.push({ text: rest.slice(0, next), isMention: false });
    if (tag !== '') parts.push({ text: tag, isMention: true });
    rest = rest.slice(next + tag.length);
  }
  return parts;
}
