/** Whether the user has this tab before them. */
export function isPageInFront(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}
