import { defineTexts } from '../app/texts/define-texts.ts';

/** Texts that a visitor sees in place of a page. */
export const serverTexts = defineTexts({
  badMethod: 'This method is not offered here.',
  fragment: 'An address is sent without the part after #.',
  noSuchAddress: 'There is nothing at this address.',
  tooLong: 'That is more than any form of this site takes. Please shorten it.',
  failed: 'Something went wrong on our end. Please try again in a minute.',
  tooManyPages: (seconds: number) =>
    `You have opened very many pages in a short time. Please wait ${wait(seconds)}, then load this page again.`,
  busy: (seconds: number) =>
    `This site is very busy right now. Please wait ${wait(seconds)}, then load this page again.`,
});

function wait(seconds: number): string {
  return seconds === 1 ? 'a second' : `${seconds} seconds`;
}
