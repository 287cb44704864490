// Shows a desktop notification about a lead or reply; a click opens its thread.
import type { StaffNotification } from '../../auth/session/use-account-events.ts';
import { browserClient } from '../../data/browser-client.ts';
import { readDesktopNotificationState } from './desktop-notifications.ts';
import { notificationTexts } from './notification-texts.ts';
import { claimNotification, isDashboardInFront } from './claim-notification.ts';

/** One notification for each lead, which is shown anew for each event. The types of the platform lack `renotify`. */
function options(lead: string): NotificationOptions {
  return Object.assign({ tag: lead }, { renotify: true });
}

/** Shows the author's name, once per device with notifications, while no dashboard is focused; `open` opens a path. */
export async function showDesktopNotification(
  { id, kind, lead }: StaffNotification,
  open: (address: string) => void,
): Promise<void> {
  if (readDesktopNotificationState() !== 'on' || (await isDashboardInFront())) return;
  // before the claim, so that a tab that cannot read it leaves the notification to another one
  const { data } = await browserClient().from('leads').select('name').eq('id', lead).maybeSingle();
  if (!data || !(await claimNotification(id))) return;
  const notification = new Notification(notificationTexts.shown[kind](data.name), options(lead));
  notification.addEventListener('click', () => {
    window.focus();
    notification.close();
    open(`/dashboard/messages?person=${lead}#lead-${lead}`);
  });
}
