/** Links of the header and the drawer. The capitals are in the text itself. */
export const navigationLinks = [
  { label: 'HOME', to: '/' },
  { label: 'ABOUT US', to: '/#about' },
  { label: 'SERVICES', to: '/services' },
  { label: 'APPS', to: '/apps' },
  { label: 'CONTACT US', to: '/contact' },
] as const;

/** HOME is active on exactly `/`, a link with a hash never, others on paths under their target. */
export function isActiveLink(to: string, pathname: string): boolean {
  if (to === '/') return pathname === '/';
  return pathname === to || pathname.startsWith(`${to}/`);
}
