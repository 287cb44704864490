import { contentTables, dashboardPath } from '../../content/content-types.ts';
import type { IconName } from '../../ui/icons.ts';
import { layoutTexts } from './layout-texts.ts';

const t = layoutTexts.screens;

export interface Screen {
  label: string;
  path: string;
  icon: IconName;
  /** paths of further screens under this entry */
  childPaths?: readonly string[];
}

export const screens: readonly Screen[] = [
  { label: t.dashboard, path: '/dashboard', icon: 'grid' },
  {
    label: t.services,
    path: '/dashboard/services',
    icon: 'layers',
    childPaths: contentTables.map(dashboardPath),
  },
  { label: t.messages, path: '/dashboard/messages', icon: 'message' },
  { label: t.categories, path: '/dashboard/categories', icon: 'folder' },
  { label: t.media, path: '/dashboard/media', icon: 'image' },
  { label: t.settings, path: '/dashboard/settings', icon: 'sliders' },
];

export const agencyScreens: readonly Screen[] = [
  { label: t.team, path: '/dashboard/team', icon: 'user' },
  { label: t.mail, path: '/dashboard/mail', icon: 'mail' },
];
