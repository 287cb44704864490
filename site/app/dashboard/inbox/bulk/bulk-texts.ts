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
  assignee: 'Responsible',
  keepStatus: 'Keep status',
  keepAssignee: 'Keep colleague',
  giveTo: (name: string) => `Give to ${name}`,
  apply: 'Apply',
  busy: 'Applying...',
  undo: 'Undo',
  undoing: 'Undoing...',
  finish: 'Done',
  noLead: 'Select a lead first.',
  noChange: 'Choose a status or who is responsible first.',
  tooMany: (most: number) => `Select at most ${most} leads.`,
  toggled: (name: string, isSelected: boolean, count: number) =>
    `${name}: ${isSelected ? 'selected' : 'not selected'}. ${leads(count)} selected.`,
  setTo: (count: number, status: string) => `${leads(count)} set to ${status}.`,
  givenTo: (count: number, name: string) => `${leads(count)} given to ${name}.`,
  setAndGiven: (count: number, status: string, name: string) =>
    `${leads(count)} set to ${status} and given to ${name}.`,
  you: 'you',
  nobody: 'nobody',
  noneChanged: 'No lead was changed.',
  already: (count: number) =>
    count === 1 ? '1 lead was like that already.' : `${count} leads were like that already.`,
  gone: (count: number) =>
    count === 1
      ? '1 lead was deleted or erased meanwhile.'
      : `${count} leads were deleted or erased meanwhile.`,
  undone: (count: number) => (count === 1 ? '1 lead is as before.' : `${count} leads are as before.`),
  left: (count: number) =>
    count === 1
      ? '1 lead was changed again meanwhile and stays.'
      : `${count} leads were changed again meanwhile and stay.`,
});
