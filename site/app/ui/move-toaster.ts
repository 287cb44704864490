/**
 * A modal dialog makes everything outside inert, live regions too, so the toaster moves into the open dialog and
 * back. As a manual popover it is in the top layer, above the dialog.
 */
export const toasterId = 'toaster';

interface MovableParent {
  moveBefore?: (node: Node, child: Node | null) => void;
}

/** Moves the toaster into the topmost modal dialog, or back. `leaving` is a dialog that is about to be removed. */
export function moveToaster(leaving?: HTMLDialogElement): void {
  const toaster = document.getElementById(toasterId);
  const home = document.getElementById(`${toasterId}-home`);
  if (!toaster || !home) return;
  const open = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].filter((d) => d !== leaving);
  const target = open.at(-1) ?? home;
  if (toaster.parentElement !== target) moveNode(toaster, target);
  if (toaster.matches(':popover-open')) toaster.hidePopover();
  toaster.showPopover();
}

/** `moveBefore`, where supported, keeps focus and state. */
function moveNode(node: Node, parent: Element & MovableParent): void {
  if (parent.moveBefore && node.isConnected) parent.moveBefore(node, null);
  else parent.append(node);
}
