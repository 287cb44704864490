import { join, sep } from 'node:path';
import type { Rolldown } from 'vite';

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

const app = join(import.meta.dirname, 'app') + sep;

/**
 * What a public page runs: the framework, what public pages share, and its own. What they share as one file is smaller
 * than as dozens, and fetched once a visit. What most screens of the dashboard share is one file too; the rest of it is left to the bundler. The styles of all public pages
 * are one sheet.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'framework', test: /[\\/]node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/ },
  { name: (id, graph) => (isPublicSheet(id) || isShared(id, graph) ? 'public' : null) },
  { name: (id, graph) => (isOfMostScreens(id, graph) ? 'dashboard' : null) },
];

/** Routes that import a module. Each file of its own costs half a kilobyte. */
const mostScreens = 9;

function isPublicSheet(id: string): boolean {
  return id.startsWith(join(app, 'public')) && id.endsWith('.css');
}

/** Of most screens, or of the layout around all of them and another route. */
function isOfMostScreens(id: string, graph: Graph): boolean {
  if (!id.startsWith(app) || id.endsWith('.css') || graph.getModuleInfo(id)?.isEntry) return false;
  const entries = entriesOf(id, graph);
  const screens = entries.filter((entry) => entry.startsWith(join(app, 'dashboard')));
  const isOfLayout =
    entries.length > 1 && entries.some((entry) => entry.startsWith(join(app, 'dashboard/layout/layout.tsx')));
  return isOfLayout || screens.length >= mostScreens;
}

/** Whether the root or two routes in app/public import a module, themselves or through others, before they run. */
function isShared(id: string, graph: Graph): boolean {
  if (graph.getModuleInfo(id)?.isEntry) return false;
  const entries = entriesOf(id, graph).filter((entry) => entry.startsWith(app));
  const folders = entries
    .map((entry) => entry.slice(app.length).split(sep))
    .map(([first, ...rest]) => (rest.length === 0 ? '' : first));
  return folders.includes('') || folders.filter((folder) => folder === 'public').length > 1;
}

function entriesOf(id: string, graph: Graph): string[] {
  const seen = new Set([id]);
  const entries: string[] = [];
  for (const each of seen) {
    const { isEntry = false, importers = [] } = graph.getModuleInfo(each) ?? {};
    if (isEntry) entries.push(each);
    for (const importer of importers) seen.add(importer);
  }
  return entries;
}
