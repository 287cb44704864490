// Texts about a request whose JSON body a route cannot read.
import { defineTexts } from '../texts/define-texts.ts';

export const requestBodyTexts = defineTexts({
  notJson: "The request isn't valid JSON.",
  tooLong: (most: string) => `The request is longer than ${most} characters.`,
  body: (problem: string) => `The request isn't right: ${problem}.`,
  field: (field: string, problem: string) => `The field “${field}” isn't right: ${problem}.`,
  unknownValue: 'unknown value',
});
