// The texts of the inbox's list of keyboard shortcuts.
import { defineTexts } from '../../../texts/define-texts.ts';

export const keysTexts = defineTexts({
  title: 'Keyboard shortcuts',
  description: "They're off while you type in a field.",
  search: 'Search leads',
  next: 'Next lead',
  previous: 'Previous lead',
  reply: 'Reply to this lead',
  status: 'Change the status of this lead',
  select: 'Select this lead (then S changes the status of all selected)',
  longest: 'Reply to the lead waiting longest',
  nobodyWaits: 'No one is waiting for a reply.',
  list: 'Show this list',
  alwaysTitle: 'Always on',
  send: "Send the reply you're typing",
  sendAndNext: 'Send it and go to the next waiting lead',
  toasts: 'Go to the notifications',
  sidebar: 'Show or hide the sidebar',
});
