import routes from '../../site/app/routes.ts';

interface RoutePath {
  path: string;
  /** the file of its module */
  file: string;
}

function pathsOf(entries: readonly (typeof routes)[number][], parent = ''): RoutePath[] {
  return entries.flatMap(({ path, file, children }) => {
    const own = path === undefined ? parent : `${parent}/${path}`;
    return children ? pathsOf(children, own) : [{ path: own, file }];
  });
}

const leaves = pathsOf(routes);

/** The path of every route, with its parameters. */
export const routePaths: readonly string[] = leaves.map(({ path }) => path);

/** The paths of routes that are pages. */
export const pagePaths = leaves.filter(({ file }) => file.endsWith('.tsx')).map(({ path }) => path || '/');

/** Parameters of public content. Any other parameter is a token, or must be added here. */
const publicParameters = new Set([':slug', ':name', ':kind', ':sheet', ':part', '*']);

export function hasSecretParameter(path: string): boolean {
  const parameters = path.split('/').filter((part) => /^:|^\*$/.test(part));
  return parameters.some((parameter) => !publicParameters.has(parameter.replace('?', '')));
}
