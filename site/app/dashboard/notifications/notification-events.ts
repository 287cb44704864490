// When desktop notifications may be shown in this tab.

/** An event of the window: they were switched on or off in this tab. */
export const desktopNotificationsSwitched = 'desktop-notifications-switched';

/** Whether the user has this tab before them. */
export function isPageInFront(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}
