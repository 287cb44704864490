/**
 * Where the toaster stands in the document. While a modal dialog is open everything outside it is inert and
 * hidden from assistive technology, a live region too, so the toaster moves into the dialog and home again.
 * It is a manual popover: in the top layer it lies above the dialog.
 */
export const toasterId = 'toaster';

interface MovableParent {
  moveBefore?: (node: Node, child: Node | null) => void;
}

/** Moves the toaster into the topmost open modal dialog, or home. `leaving` is a dialog about to go away. */
export function placeToaster(leaving?: HTMLDialogElement): void {
  const toaster = document.getElementById(toasterId);
  const home = document.getElementById(`${toasterId}-home`);
  if (!toaster || !home) return;
  const open = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].filter((d) => d !== leaving);
  const place = open.at(-1) ?? home;
  if (toaster.parentElement !== place) move(toaster, place);
  if (toaster.matches(':popover-open')) toaster.hidePopover();
  toaster.showPopover();
}

/** Keeps focus and state where the browser can (`moveBefore`). */
function move(node: Node, parent: Element & MovableParent): void {
  if (parent.moveBefore && node.isConnected) parent.moveBefore(node, null);
  else parent.append(node);
}
