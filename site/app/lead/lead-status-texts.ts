// Labels of the lead statuses.
import { defineTexts } from '../texts/define-texts.ts';

export const leadStatusTexts = defineTexts({
  new: 'New',
  contacted: 'Contacted',
  in_conversation: 'In Conversation',
  qualified: 'Qualified',
  not_interested: 'Not Interested',
});
