// The store of the selected leads: select, toggle, clear, hooks that read the selection.
import { useSyncExternalStore } from 'react';

interface Selection {
  isOn: boolean;
  ids: ReadonlySet<string>;
}

/** The maximum of `change_leads`. */
export const maxSelectedLeads = 200;

const off: Selection = { isOn: false, ids: new Set() };
const listeners = new Set<() => void>();
/** Outside React, because keys and filter changes write it, and only the affected cards should render again. */
let selection = off;

function change(next: Selection): void {
  selection = next;
  for (const listener of listeners) listener();
}

export function selectLeads(ids: Iterable<string>): void {
  change({ isOn: true, ids: new Set(ids) });
}

/** Starts selecting if it is off; returns whether the lead is selected now. */
export function toggleLead(id: string): boolean {
  const ids = new Set(selection.ids);
  const isSelected = !ids.delete(id);
  if (isSelected) ids.add(id);
  selectLeads(ids);
  return isSelected;
}

export function stopSelectingLeads(): void {
  if (selection !== off) change(off);
}

/** Called when another list is shown, in which the selected leads would not be visible. */
export function clearLeadSelection(): void {
  if (selection.ids.size > 0) selectLeads([]);
}

export function readLeadSelection(): Selection {
  return selection;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function useSelection<Part>(read: (current: Selection) => Part): Part {
  return useSyncExternalStore(
    subscribe,
    () => read(selection),
    () => read(off),
  );
}

export function useIsSelectingLeads(): boolean {
  return useSelection(({ isOn }) => isOn);
}

export function useIsLeadSelected(id: string): boolean {
  return useSelection(({ ids }) => ids.has(id));
}

export function useSelectedLeadIds(): ReadonlySet<string> {
  return useSelection(({ ids }) => ids);
}
