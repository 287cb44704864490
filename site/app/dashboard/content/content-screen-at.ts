import type { ContentTable } from '../../content/content-types.ts';
import { apps } from './apps.tsx';
import { caseStudies } from './case-studies.tsx';
import type { ContentScreen } from './content-form.ts';
import { posts } from './posts.tsx';
import { services } from './services.tsx';

const contentScreens: Record<ContentTable, ContentScreen> = {
  services,
  apps,
  posts,
  case_studies: caseStudies,
};

/** The type of content whose screens are at this path of the dashboard. */
export function contentScreenAt(pathname: string): ContentScreen {
  const [, , list] = pathname.split('/');
  const screen = Object.values(contentScreens).find(({ path }) => path === `/${list}`);
  if (!screen) throw new Error(`${pathname} is no screen of content`);
  return screen;
}
