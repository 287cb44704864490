import type { RouteConfigEntry } from '@react-router/dev/routes';
import routes from '../../site/app/routes.ts';

/** The path of every route, with its parameters. */
export const routePaths: string[] = pathsOf(routes);

function pathsOf(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path, children = [] }) => {
    const own = path === undefined ? parent : `${parent}/${path}`;
    return [own, ...pathsOf(children, own)];
  });
}
