import { layoutTexts } from './layout-texts.ts';

const { home, about, services, apps, contact } = layoutTexts.links;

/** Links of the header and the drawer. */
export const navigationLinks = [
  { label: home, to: '/' },
  { label: about, to: '/#about' },
  { label: services, to: '/services' },
  { label: apps, to: '/apps' },
  { label: contact, to: '/contact' },
] as const;

/** HOME is active on exactly `/`, a link with a hash never, others on paths under their target. */
export function isActiveLink(to: string, pathname: string): boolean {
  if (to === '/') return pathname === '/';
  return pathname === to || pathname.startsWith(`${to}/`);
}
