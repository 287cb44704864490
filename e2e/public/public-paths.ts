/** Every kind of public page, for what must hold on all of them. */
export const publicPaths = [
  '/',
  '/services',
  '/services/accessibility-audit',
  '/services/paid-search-social',
  '/apps',
  '/apps/ringcheck',
  '/resources',
  '/resources/ten-minute-keyboard-test',
  '/case-studies/found-in-three-towns-instead-of-one',
  '/contact',
  '/contact?sent=1',
  '/apps/leadline?proposal=',
  '/privacy',
  '/terms',
  '/accessibility',
  '/nope',
];
