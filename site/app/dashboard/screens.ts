// The table of the dashboard's screens: entries of the sidebar, their tabs, names, and the roles that may open them.
import { contentTables, contentTypeOf, dashboardListPath } from '../content/content-types.ts';
import { defineTexts } from '../texts/define-texts.ts';
import type { IconName } from '../ui/icon-paths.ts';

/** A role or a condition: the mailbox exists only in local mode, mail to sort only if mail is received. */
export type ScreenRequirement = 'owner' | 'leads' | 'content' | 'mailbox' | 'triage';

/** Items that are due on a screen, counted on its tab and its entry. */
export type DueItemKind = 'mails' | 'requests' | 'reports';

export interface ScreenTab {
  label: string;
  /** used if the label is not a sufficient title */
  title?: string;
  path: string;
  /** without it, every team member may open the screen */
  needs?: ScreenRequirement;
  /** shown instead of the screen to accounts that may not open it; without it, the screen decides itself */
  denied?: string;
  due?: DueItemKind;
}

export interface SidebarEntry extends ScreenTab {
  icon: IconName;
  /** An entry with tabs is shown to accounts that may open one of them, and links to the first of these. */
  tabs?: readonly ScreenTab[];
}

const t = defineTexts({
  dashboard: 'Dashboard',
  services: 'Services',
  messages: 'Messages',
  categories: 'Categories',
  media: 'Media',
  allImages: 'All images',
  settings: 'Settings',
  agency: 'Agency',
  details: {
    label: 'Details',
    title: 'Agency details',
    denied: 'Only owners can change the agency details.',
  },
  team: { label: 'Team', denied: 'Only owners can manage the team.' },
  mail: 'Mail',
  trash: 'Trash',
  triage: { label: 'Emails to sort', denied: 'Only owners and agents can sort emails.' },
  accessibility: {
    label: 'Accessibility',
    denied: 'Only owners and agents can view accessibility reports.',
  },
  privacy: { label: 'Privacy', denied: "Only owners can manage people's data." },
  redirects: 'Redirects',
  audit: { label: 'Audit log', denied: 'Only owners can view the audit log.' },
  bookings: { label: 'Bookings', denied: 'Only owners and agents can view bookings.' },
});

const contentTabs: readonly ScreenTab[] = [
  ...contentTables.map((table) => ({ label: contentTypeOf(table).label, path: dashboardListPath(table) })),
  { label: t.trash, path: '/dashboard/trash', needs: 'content' },
  { label: t.redirects, path: '/dashboard/redirects', needs: 'content' },
];

const mediaTabs: readonly ScreenTab[] = [
  { label: t.media, path: '/dashboard/media' },
  { label: t.allImages, path: '/dashboard/media/all' },
];

const agencyTabs: readonly ScreenTab[] = [
  { ...t.details, path: '/dashboard/agency', needs: 'owner' },
  { ...t.team, path: '/dashboard/team', needs: 'owner' },
  { ...t.triage, path: '/dashboard/messages/triage', needs: 'triage', due: 'mails' },
  { label: t.mail, path: '/dashboard/mail', needs: 'mailbox' },
  { ...t.privacy, path: '/dashboard/privacy', needs: 'owner', due: 'requests' },
  { ...t.accessibility, path: '/dashboard/feedback', needs: 'leads', due: 'reports' },
  { ...t.audit, path: '/dashboard/audit', needs: 'owner' },
];

/** The first group of the sidebar, in its order. */
export const mainSidebarEntries: readonly SidebarEntry[] = [
  { label: t.dashboard, path: '/dashboard', icon: 'grid' },
  { label: t.services, path: '/dashboard/services', icon: 'layers', tabs: contentTabs },
  { label: t.messages, path: '/dashboard/messages', icon: 'message' },
  { label: t.categories, path: '/dashboard/categories', icon: 'folder' },
  { label: t.media, path: '/dashboard/media', icon: 'image', tabs: mediaTabs },
  { label: t.settings, path: '/dashboard/settings', icon: 'sliders' },
];

/** The second group of the sidebar. */
export const agencySidebarEntries: readonly SidebarEntry[] = [
  { ...t.bookings, path: '/dashboard/bookings', icon: 'phone', needs: 'leads' },
  { label: t.agency, path: '/dashboard/agency', icon: 'building', tabs: agencyTabs },
];

/** Every screen with its entry. Longest path first, because Emails to sort has a path below that of Messages. */
const screens = [...mainSidebarEntries, ...agencySidebarEntries]
  .flatMap((entry) => (entry.tabs ?? [entry]).map((screen) => ({ screen, entry })))
  .toSorted((a, b) => b.screen.path.length - a.screen.path.length);

/** The screen at this path, with its entry of the sidebar. */
export function findScreen(pathname: string) {
  return screens.find(
    ({ screen: { path } }) => pathname === path || (path !== '/dashboard' && pathname.startsWith(`${path}/`)),
  );
}

/** The title of the screen at this path; undefined for another path. */
export function screenTitle(pathname: string): string | undefined {
  const screen = findScreen(pathname)?.screen;
  return screen?.title ?? screen?.label;
}
