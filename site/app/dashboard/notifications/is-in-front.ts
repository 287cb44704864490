/** Whether the user has this tab before them. */
export function isInFront(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}
