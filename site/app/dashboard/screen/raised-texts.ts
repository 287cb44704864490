// The error messages for the codes that database functions raise.
import { defineTexts } from '../../texts/define-texts.ts';

/** By the name that a database function sets as `detail` (supabase/schemas), for errorMessage(). */
export const raisedTexts = defineTexts({
  too_many_canned_replies: "You've reached the limit of 200 canned replies. Delete one first.",
  too_many_saved_views: "You've reached the limit of 20 saved views. Remove one first.",
  list_changed: 'The list has changed. Refresh and try again.',
  content_denied: "You don't have permission to edit content.",
  leads_denied: "You don't have permission to manage leads.",
  reply_left: 'This reply has already been sent.',
  lead_unreachable: 'Enter an email address or a phone number.',
  lead_time: 'Choose a time within the past year.',
  time_out_of_range: 'Choose a time in the past ten years.',
  day_out_of_range: 'Choose today or a later date.',
  assignee_denied: "This colleague can't handle leads. Choose an owner or an agent.",
  redirect_loop: 'That redirects back to itself. Choose another address.',
  redirect_chain: 'The new address is redirected too. Enter the address it redirects to.',
  redirect_target: 'Another redirect points to this address. Change or delete that one first.',
  not_in_trash: 'This is no longer in the trash. Someone may have restored it already: refresh the list.',
  already_restored: 'This has already been restored.',
  not_quarantined: 'This message is no longer in possible spam.',
  owners_only: 'Only an owner can do this.',
  last_owner: "The last owner can't be removed. Make someone else an owner first.",
  account_deleted: 'This account no longer exists. Refresh the list.',
  account_on_team: 'This account is on the team. Remove it from the team first.',
  link_not_needed: "This account doesn't need a link.",
  own_factor_first:
    "Set up two-step verification for yourself first. You'll find it in Settings. Otherwise you'd be locked out.",
});
