import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLater, laterPaths, laterUrl } from './app/hydration/later-routes.ts';

type Manifest = { url: string; routes: Record<string, { id: string; parentId?: string; path?: string }> };

const start = 'window.__reactRouterManifest=';

/**
 * React Router writes one manifest of all routes, which every page that is touched fetches. The screens of staff leave
 * it for a file of their own, so that they cost a public page nothing, however many there are. The server keeps the
 * whole; unused-router-parts.ts fetches the rest in the browser.
 */
export async function splitManifest(clientFolder: string): Promise<void> {
  const assets = join(clientFolder, 'assets');
  const names = (await readdir(assets)).filter((name) => /^manifest-\w+\.js$/.test(name));
  const [name] = names;
  if (name === undefined || names.length > 1)
    throw new Error(`one manifest was expected, not ${names.length}`);
  const text = await readFile(join(assets, name), 'utf8');
  if (!text.startsWith(start))
    throw new Error(`${name} is not the manifest that this version of React Router writes`);
  const manifest = JSON.parse(text.slice(start.length).replace(/;\s*$/, '')) as Manifest;
  const entries = Object.entries(manifest.routes);
  const [now, later] = [false, true].map((wanted) =>
    Object.fromEntries(entries.filter(([id]) => isLater(manifest.routes, id) === wanted)),
  );
  const early = { ...manifest, routes: now, later: { url: laterUrl(manifest.url), paths: laterPaths } };
  await writeFile(join(assets, name), `${start}${JSON.stringify(early)};`);
  await writeFile(
    join(assets, laterUrl(name)),
    `import "./${name}";Object.assign(window.__reactRouterManifest.routes,${JSON.stringify(later)});`,
  );
}
