import routes from '../../site/app/routes.ts';

/** The path of every route, with its parameters. */
export const routePaths: string[] = pathsOf(routes);

function pathsOf(entries: readonly (typeof routes)[number][], parent = ''): string[] {
  return entries.flatMap(({ path, children = [] }) => {
    const own = path === undefined ? parent : `${parent}/${path}`;
    return [own, ...pathsOf(children, own)];
  });
}

/** Parameters that name what everyone may see. Another one is a token, or gets its line here. */
const publicParameters = new Set([':slug', ':name', ':kind', ':sheet', ':part', '*']);

export function hasSecret(path: string): boolean {
  const parameters = path.split('/').filter((part) => /^:|^\*$/.test(part));
  return parameters.some((parameter) => !publicParameters.has(parameter.replace('?', '')));
}
