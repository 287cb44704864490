import { contentTables, dashboardPath } from '../../content/content-types.ts';
import type { IconName } from '../../ui/icons.ts';

export interface Screen {
  label: string;
  path: string;
  icon: IconName;
  /** paths of further screens under this entry */
  childPaths?: readonly string[];
}

export const screens: readonly Screen[] = [
  { label: 'Dashboard', path: '/dashboard', icon: 'grid' },
  {
    label: 'Services',
    path: '/dashboard/services',
    icon: 'layers',
    childPaths: contentTables.map(dashboardPath),
  },
  { label: 'Messages', path: '/dashboard/messages', icon: 'message' },
  { label: 'Categories', path: '/dashboard/categories', icon: 'folder' },
  { label: 'Media', path: '/dashboard/media', icon: 'image' },
  { label: 'Settings', path: '/dashboard/settings', icon: 'sliders' },
];

export const agencyScreens: readonly Screen[] = [
  { label: 'Team', path: '/dashboard/team', icon: 'user' },
  { label: 'Mail', path: '/dashboard/mail', icon: 'mail' },
];
