import { sampleMatrix } from '@fairlead/backend/testing/target';
import { sitePagePaths } from '../../site/app/seo/site-pages.ts';

/** Every kind of public page, for checks that apply to all of them. */
export const publicPaths = [
  ...sitePagePaths,
  '/services/accessibility-audit',
  '/services/paid-search-social',
  '/apps/ringcheck',
  '/apps/leadline?proposal=',
  '/resources/ten-minute-keyboard-test',
  '/case-studies/found-in-three-towns-instead-of-one',
  '/contact?sent=1',
  '/nope',
];

const riskiest = [
  '/',
  '/services/paid-search-social',
  '/apps/ringcheck',
  '/resources/ten-minute-keyboard-test',
  '/contact',
  '/services',
  '/nope',
];

/** One page of each kind; in the audit all of them. */
export const sampledPublicPaths = sampleMatrix(
  riskiest,
  publicPaths.filter((path) => !riskiest.includes(path)),
);
