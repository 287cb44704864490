import { deviceStore } from '../../ui/browser-storage.ts';

const key = 'desktop-notifications';

type DesktopState = 'on' | 'off' | 'denied' | 'unsupported';

/** Of this device. */
export function readDesktopState(): DesktopState {
  if (!('Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' && deviceStore.get(key) === 'on' ? 'on' : 'off';
}

/** Asks for the browser's permission where it is needed. */
export async function switchDesktop(isOn: boolean): Promise<DesktopState> {
  if (isOn && 'Notification' in window && (await Notification.requestPermission()) === 'granted')
    deviceStore.set(key, 'on');
  else deviceStore.remove(key);
  return readDesktopState();
}
