import { defineTexts } from '../../texts/define-texts.ts';

/** Sentences of the accessibility statement that depend on results. */
export const evidenceTexts = defineTexts({
  widths: (all: string, last: string) => `${all} and ${last}`,
  violations: {
    none: 'It found no violations.',
    some: (count: string) => `It found ${count} violations, which we are fixing.`,
  },
  undecided: {
    none: 'Nothing was left for a person to check.',
    some: (count: string) =>
      `In ${count} places it couldn’t decide on its own. They’re listed in the result file.`,
  },
  orca: {
    passed: (moves: string) => `It said all that we expect at each of ${moves} steps.`,
    failed: (moves: string, failed: string) =>
      `At ${failed} of ${moves} steps something was missing, and we’re fixing it.`,
  },
  engines: {
    passed: (passed: string) => `All ${passed} steps worked.`,
    failed: (passed: string, failed: string) =>
      `${passed} steps worked; ${failed} didn’t, and we’re fixing them.`,
  },
});
