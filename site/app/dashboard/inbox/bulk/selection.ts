// The store of the selected leads: select, toggle, clear, hooks that read the selection.
import { createStore } from '../../../ui/create-store.ts';

interface Selection {
  isOn: boolean;
  ids: ReadonlySet<string>;
}

/** The maximum of `change_leads`. */
export const maxSelectedLeads = 200;

const off: Selection = { isOn: false, ids: new Set() };
/**
 * Outside of React: keyboard shortcuts and filter changes write it too, and only affected cards should render again.
 */
const selection = createStore(off);

export function selectLeads(ids: Iterable<string>): void {
  selection.write({ isOn: true, ids: new Set(ids) });
}

/** Starts selecting if it is off; returns whether the lead is selected now. */
export function toggleLeadSelection(id: string): boolean {
  const ids = new Set(selection.read().ids);
  const isSelected = !ids.delete(id);
  if (isSelected) ids.add(id);
  selectLeads(ids);
  return isSelected;
}

export function stopSelectingLeads(): void {
  if (selection.read() !== off) selection.write(off);
}

/** Called when another list is shown, in which the selected leads would not be visible. */
export function clearLeadSelection(): void {
  if (selection.read().ids.size > 0) selectLeads([]);
}

export function readLeadSelection(): Selection {
  return selection.read();
}

export function useIsSelectingLeads(): boolean {
  return selection.usePart(({ isOn }) => isOn);
}

export function useIsLeadSelected(id: string): boolean {
  return selection.usePart(({ ids }) => ids.has(id));
}

export function useSelectedLeadIds(): ReadonlySet<string> {
  return selection.usePart(({ ids }) => ids);
}
