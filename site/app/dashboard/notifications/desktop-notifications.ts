// Whether desktop notifications are on for this device; switches them, asks for browser permission.
import { localStore } from '../../ui/browser-storage.ts';
import { desktopNotificationsEvent } from './notification-events.ts';

const key = 'desktop-notifications';

type DesktopState = 'on' | 'off' | 'denied' | 'unsupported';

/** Android browsers have the constructor, but it throws, because only a service worker may show notifications there. */
const isSupported = (): boolean =>
  'Notification' in window && 'locks' in navigator && !/Android/.test(navigator.userAgent);

/** The state of this device. */
export function readDesktopNotificationState(): DesktopState {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' && localStore.get(key) === 'on' ? 'on' : 'off';
}

/** Asks for the browser's permission if necessary. */
export async function switchDesktopNotifications(isOn: boolean): Promise<DesktopState> {
  if (isOn && isSupported() && (await Notification.requestPermission()) === 'granted')
    localStore.set(key, 'on');
  else localStore.remove(key);
  window.dispatchEvent(new Event(desktopNotificationsEvent));
  return readDesktopNotificationState();
}
