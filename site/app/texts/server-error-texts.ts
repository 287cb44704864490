// Texts of responses without a page: missing images, rejected requests, a busy server.
import { defineTexts } from './define-texts.ts';

/** Texts of responses for files that the site generates. */
export const missingFileTexts = defineTexts({
  noImage: "We couldn't find that image.",
  noSitemapPart: "We couldn't find that part of the sitemap.",
});

/** Texts that a visitor sees in place of a page. */
export const serverErrorTexts = defineTexts({
  badMethod: "This method isn't allowed here.",
  fragment: 'Send the address without the part after #.',
  noSuchAddress: "There's nothing at this address.",
  tooLong: 'That message is too long. Please shorten it.',
  failed: 'Something went wrong on our end. Please try again in a minute.',
  tooManyPages: (seconds: number) =>
    `You've opened too many pages in a short time. Please wait ${wait(seconds)}, then reload this page.`,
  busy: (seconds: number) =>
    `This site is very busy right now. Please wait ${wait(seconds)}, then reload this page.`,
});

function wait(seconds: number): string {
  return seconds === 1 ? 'a second' : `${seconds} seconds`;
}
