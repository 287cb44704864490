import { altProblem } from '../../screen/alt-field.tsx';
import { isPictureAddress } from '../../screen/picture-address.ts';
import { isSlug } from './slug.ts';
import type { DraftProblem } from './use-draft.ts';

/** Collects what must be mended, in the order of the form: the first problem of each control. */
export function collectProblems() {
  const problems: DraftProblem[] = [];
  function ask(field: string, isWrong: boolean, text: string): void {
    if (isWrong && !problems.some((problem) => problem.field === field)) problems.push({ field, text });
  }
  return {
    problems,
    ask,
    /** a text that must not be longer than the database takes */
    askLength(field: string, text: string, longest: number, what: string): void {
      const most = longest.toLocaleString('en-CA');
      ask(field, text.trim().length > longest, `Shorten ${what} to ${most} characters or fewer`);
    },
    /** a name or title and its web address */
    askName(thing: string, name: string, slug: string, what: string): void {
      ask(`${thing}-name`, name.trim() === '', `Enter a ${what}`);
      ask(`${thing}-name`, name.trim().length > 200, `Shorten the ${what} to 200 characters or fewer`);
      ask(`${thing}-slug`, slug === '', 'Enter a web address, such as accessibility-audit');
      ask(
        `${thing}-slug`,
        !isSlug(slug),
        'Use only lowercase letters (a to z), digits and single dashes in the web address',
      );
    },
    /** the picture of a record, and that it is described or marked decorative (null: it always has words) */
    askPicture(thing: string, address: string, alt: string, isDecorative: boolean | null): void {
      const url = address.trim();
      const isAddress = isPictureAddress(url);
      ask(`${thing}-picture`, url !== '' && !isAddress, 'Enter an image URL that starts with https:// or /');
      ask(`${thing}-picture-alt`, isAddress && isDecorative === false && alt.trim() === '', altProblem);
      ask(
        `${thing}-picture-alt`,
        alt.trim().length > 500,
        'Shorten the image description to 500 characters or fewer',
      );
    },
    askChips(field: string, chips: readonly string[], what: string): void {
      ask(field, chips.length > 40, `Use at most 40 ${what}`);
      ask(
        field,
        chips.some((chip) => chip.length > 80),
        `Shorten each of the ${what} to 80 characters or fewer`,
      );
    },
  };
}
