// Why a posted lead is rejected, for visitors; why a submission is suspicious, for staff.
import { defineTexts } from '../../texts/define-texts.ts';

/** Why the server accepts no lead from a request; problems of fields are in lead/lead-texts.ts. */
export const rejectionTexts = defineTexts({
  otherSite: 'This form can only be sent from our website. Please open the page there and try again.',
  unreadable: "We couldn't read that form. Please send it from our website.",
  tooLong: 'That message is too long. Please shorten it or email it to us.',
  flood: "We've received too many messages from your network. Please wait a minute and try again.",
});

/** Why a submission is suspicious, for staff. */
export const suspicionTexts = defineTexts({
  honeypot: 'a hidden field was filled in',
  fast: 'sent faster than a person can type',
});
