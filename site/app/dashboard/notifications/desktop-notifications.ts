// Whether desktop notifications are on for this device; switches them, asks for browser permission.
import { localStore } from '../../ui/browser-storage.ts';
import { desktopNotificationsSwitched } from './notification-events.ts';

const key = 'desktop-notifications';

type DesktopState = 'on' | 'off' | 'denied' | 'unsupported';

/** Browsers of Android have the constructor, and it throws: there only a service worker shows notifications. */
const isSupported = (): boolean =>
  'Notification' in window && 'locks' in navigator && !/Android/.test(navigator.userAgent);

/** Of this device. */
export function readDesktopNotificationState(): DesktopState {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' && localStore.get(key) === 'on' ? 'on' : 'off';
}

/** Asks for the browser's permission where it is needed. */
export async function switchDesktopNotifications(isOn: boolean): Promise<DesktopState> {
  if (isOn && isSupported() && (await Notification.requestPermission()) === 'granted')
    localStore.set(key, 'on');
  else localStore.remove(key);
  window.dispatchEvent(new Event(desktopNotificationsSwitched));
  return readDesktopNotificationState();
}
