// The texts of the bulk change of selected leads: labels, results, undo.
import { defineTexts } from '../../../texts/define-texts.ts';

const leads = (count: number) => (count === 1 ? '1 lead' : `${count} leads`);

export const bulkTexts = defineTexts({
  label: 'Change selected leads',
  selected: (count: number) => (count === 0 ? 'No leads selected' : `${leads(count)} selected`),
  selectAll: (count: number) => `Select all ${count} shown`,
  selectFirst: (count: number) => `Select the first ${count} shown`,
  clear: 'Clear',
  status: 'Status',
  assignee: 'Assigned to',
  keepStatus: 'Keep status',
  keepAssignee: 'Keep assignee',
  giveTo: (name: string) => `Assign to ${name}`,
  apply: 'Apply',
  busy: 'Applying...',
  undo: 'Undo',
  undoing: 'Undoing...',
  finish: 'Done',
  noLead: 'Select a lead first.',
  noChange: 'Choose a status or an assignee first.',
  tooMany: (most: number) => `Select at most ${most} leads.`,
  setTo: (count: number, status: string) => `${leads(count)} set to ${status}.`,
  givenTo: (count: number, name: string) => `${leads(count)} assigned to ${name}.`,
  setAndGiven: (count: number, status: string, name: string) =>
    `${leads(count)} set to ${status} and assigned to ${name}.`,
  you: 'you',
  nobody: 'no one',
  noneChanged: 'No leads were changed.',
  already: (count: number) =>
    count === 1 ? '1 lead already had these settings.' : `${count} leads already had these settings.`,
  gone: (count: number) =>
    count === 1 ? '1 lead has since been deleted.' : `${count} leads have since been deleted.`,
  undone: (count: number) => (count === 1 ? '1 lead changed back.' : `${count} leads changed back.`),
  left: (count: number) =>
    count === 1
      ? '1 lead has changed since then and was left as is.'
      : `${count} leads have changed since then and were left as is.`,
});
