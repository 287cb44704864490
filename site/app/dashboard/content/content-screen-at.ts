// Finds the content screen (services, apps, posts, case studies) for a dashboard path.
import type { ContentTableName } from '../../content/content-types.ts';
import { appsScreen } from './apps-screen.tsx';
import { caseStudiesScreen } from './case-studies-screen.tsx';
import type { ContentScreenDefinition } from './content-form.ts';
import { postsScreen } from './posts-screen.tsx';
import { servicesScreen } from './services-screen.tsx';

const contentScreens: Record<ContentTableName, ContentScreenDefinition> = {
  services: servicesScreen,
  apps: appsScreen,
  posts: postsScreen,
  case_studies: caseStudiesScreen,
};

/** The type of content whose screens have this path in the dashboard. */
export function contentScreenAt(pathname: string): ContentScreenDefinition {
  const [, , list] = pathname.split('/');
  const screen = Object.values(contentScreens).find(({ path }) => path === `/${list}`);
  if (!screen) throw new Error(`${pathname} is no screen of content`);
  return screen;
}
