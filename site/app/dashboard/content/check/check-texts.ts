// The texts of the accessibility check of a record.
import { defineTexts } from '../../../texts/define-texts.ts';

export const checkTexts = defineTexts({
  frame: 'The page that is being checked',
  hint: 'Reads the saved page as visitors get it. It never stops you from publishing.',
  saveFirst: 'Save first: the check reads the saved page.',
  run: 'Check this page',
  again: 'Check again',
  running: 'Checking...',
  loading: 'Loading the last check...',
  loadFailed: "We couldn't load the last check.",
  outdated: 'The page has changed since this check.',
  failed: (reason: string) => `The check couldn't run, so nothing was recorded. ${reason}`,
  reasons: {
    page: "We couldn't load the page. Try again.",
    rules: "We couldn't load its rules. Try again.",
    saved: 'Someone has saved the page since. Check again.',
    slow: 'It took too long. Try again.',
  },
  none: 'Nothing found',
  limits: 'No check finds everything. Go through the page once with the keyboard, too.',
  found: (count: number) => (count === 1 ? '1 thing to improve' : `${count} things to improve`),
  quoted: (words: string) => `“${words}”`,
  show: 'Show the place',
  notShown: "This place isn't in a text of this page.",
  dismissOf: (words: string) => `Dismiss<spoken>: ${words}</spoken>`,
  reason: 'Why is it fine as it is?',
  reasonProblem: 'Write a short reason',
  dismiss: 'Dismiss',
  cancel: 'Cancel',
  because: (reason: string) => `Reason: ${reason}`,
  dismissed: (count: number) => `${count} dismissed`,
  restoreOf: (words: string) => `Bring back<spoken>: ${words}</spoken>`,
  rules: {
    'skipped-heading': 'This heading skips a level. Use the next smaller one.',
    'vague-link': "This link doesn't say where it leads. Name its page or file.",
    capitals: 'Sentences in capitals are hard to read, and screen readers may spell them out.',
    'undescribed-image': "This image has no description. Describe it, or dismiss this if it's decorative.",
  },
  vagueLinks:
    'here, click here, click, read more, more, learn more, see more, find out more, link, this link, this page, this, page, website, details, continue, go',
});
