// Collects the validation problems of a content form: name, slug, picture, lengths, chips.
import { screenTexts } from '../../screen/screen-texts.ts';
import { contentTexts } from '../content-texts.ts';
import { isAllowedPictureUrl, isSlug } from './record-addresses.ts';
import type { DraftProblem } from '../use-form-draft.ts';

const t = contentTexts.problems;

/** Collects what must be corrected, in the order of the form: the first problem of each control. */
export function createProblemCollector() {
  const problems: DraftProblem[] = [];
  function ask(field: string, isWrong: boolean, text: string): void {
    if (isWrong && !problems.some((problem) => problem.field === field)) problems.push({ field, text });
  }
  return {
    problems,
    ask,
    /** checks that a text is not longer than the database permits */
    askLength(field: string, text: string, longest: number, what: string): void {
      ask(field, text.trim().length > longest, t.tooLong(what, longest));
    },
    /** checks a name or title and its web address */
    askName(thing: string, name: string, slug: string, column: 'name' | 'title'): void {
      ask(`${thing}-name`, name.trim() === '', t.nameMissing[column]);
      ask(`${thing}-name`, name.trim().length > 200, t.nameTooLong[column]);
      ask(`${thing}-slug`, slug === '', t.slugMissing);
      ask(`${thing}-slug`, !isSlug(slug), t.slugWrong);
    },
    /**
     * checks a record's picture, and that it is described or marked decorative (null: it always needs a description)
     */
    askPicture(thing: string, address: string, alt: string, isDecorative: boolean | null): void {
      const url = address.trim();
      const isAddress = isAllowedPictureUrl(url);
      ask(`${thing}-picture`, url !== '' && !isAddress, t.pictureUrl);
      ask(
        `${thing}-picture-alt`,
        isAddress && isDecorative === false && alt.trim() === '',
        screenTexts.picture.altProblem,
      );
      ask(`${thing}-picture-alt`, alt.trim().length > 500, t.altTooLong);
    },
    askChips(field: string, chips: readonly string[], what: string): void {
      ask(field, chips.length > 40, t.tooManyWords(what));
      const isLong = chips.some((chip) => chip.length > 80);
      ask(field, isLong, t.wordTooLong(what));
    },
  };
}
