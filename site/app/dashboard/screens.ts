// The navigation entries of the dashboard sidebar; the label of the screen at a path.
import { contentTables, contentTypeOf, dashboardPath } from '../content/content-types.ts';
import { defineTexts } from '../texts/define-texts.ts';
import type { IconName } from '../ui/icons.ts';

export interface DashboardScreen {
  label: string;
  path: string;
  icon: IconName;
  /** who sees it in the second group: all who read leads, or owners where the mailbox is; else owners */
  needs?: 'leads' | 'mailbox';
  /** paths of further screens under this entry */
  childPaths?: readonly string[];
}

const t = defineTexts({
  dashboard: 'Dashboard',
  services: 'Services',
  messages: 'Messages',
  categories: 'Categories',
  media: 'Media',
  settings: 'Settings',
  agency: 'Agency details',
  team: 'Team',
  mail: 'Mail',
  trash: 'Trash',
  triage: 'Emails to sort',
  accessibility: 'Accessibility',
  privacy: 'Privacy',
  redirects: 'Redirects',
  audit: 'Audit log',
  bookings: 'Bookings',
});

/** The screens of the sidebar, in its order. */
export const dashboardScreens: readonly DashboardScreen[] = [
  { label: t.dashboard, path: '/dashboard', icon: 'grid' },
  {
    label: t.services,
    path: '/dashboard/services',
    icon: 'layers',
    childPaths: [...contentTables.map(dashboardPath), '/dashboard/trash', '/dashboard/redirects'],
  },
  { label: t.messages, path: '/dashboard/messages', icon: 'message' },
  { label: t.categories, path: '/dashboard/categories', icon: 'folder' },
  { label: t.media, path: '/dashboard/media', icon: 'image' },
  { label: t.settings, path: '/dashboard/settings', icon: 'sliders' },
];

/** Its second group. */
export const agencyScreens: readonly DashboardScreen[] = [
  { label: t.bookings, path: '/dashboard/bookings', icon: 'phone', needs: 'leads' },
  { label: t.agency, path: '/dashboard/agency', icon: 'building' },
  { label: t.team, path: '/dashboard/team', icon: 'user' },
  { label: t.mail, path: '/dashboard/mail', icon: 'mail', needs: 'mailbox' },
  { label: t.accessibility, path: '/dashboard/feedback', icon: 'check' },
  { label: t.audit, path: '/dashboard/audit', icon: 'clock' },
  { label: t.privacy, path: '/dashboard/privacy', icon: 'eye-off' },
];

const labels = new Map([
  ...[...dashboardScreens, ...agencyScreens].map(({ path, label }) => [path, label] as const),
  ...contentTables.map((table) => [dashboardPath(table), contentTypeOf(table).label] as const),
  ['/dashboard/messages/triage', t.triage] as const,
  ['/dashboard/trash', t.trash] as const,
  ['/dashboard/redirects', t.redirects] as const,
]);

/** What the screen at this path, or the one that it is under, is called. */
export function screenLabel(pathname: string): string | undefined {
  return labels.get(pathname) ?? labels.get(pathname.split('/').slice(0, 3).join('/'));
}
