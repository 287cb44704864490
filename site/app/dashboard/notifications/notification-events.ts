// Events and conditions of desktop notifications in this tab.

/** A window event: notifications were switched on or off in this tab. */
export const desktopNotificationsEvent = 'desktop-notifications-switched';

/** Whether this tab is visible and focused. */
export function isTabFocused(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}
