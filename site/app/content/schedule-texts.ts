// Why scheduled changes of a page were not published; the keys are those of content_heads.error.
import { defineTexts } from '../texts/define-texts.ts';

export const scheduleTexts = defineTexts({
  reasons: {
    address_taken: 'another page, draft or redirect now has its web address.',
    changed_since: 'someone published other changes to the same fields.',
    not_published: 'the page was unpublished.',
    not_there: 'the page was deleted.',
  } as Readonly<Record<string, string>>,
  otherReason: (message: string) => `the database refused them (${message}).`,
});
