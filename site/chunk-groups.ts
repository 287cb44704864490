import { dirname, join, sep } from 'node:path';
import type { Rolldown } from 'vite';

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

const app = join(import.meta.dirname, 'app') + sep;

/**
 * The scripts of a public page: the framework, what it shares with what staff open first (`site`) and with other screens
 * (`content`), what public pages share, and its own. Shared code in few files is smaller than in dozens, and loaded once
 * per visit. Code that most screens of the dashboard share is one file too; the bundler groups the rest.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'framework', test: /[\\/]node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/ },
  { name: (id, graph) => (isShared(id, graph) && isOfFirstScreens(id, graph) ? 'site' : null) },
  { name: (id, graph) => (isShared(id, graph) && isOfDashboard(id, graph) ? 'content' : null) },
  { name: (id, graph) => (isPublicSheet(id) || isShared(id, graph) ? 'public' : null) },
  { name: (id, graph) => (isOfSignIn(id, graph) ? 'session' : null) },
  { name: (id, graph) => (isClient(id) || isOfMostScreens(id, graph) ? 'dashboard' : null) },
  { name: (id, graph) => (isOfInboxAlone(id, graph) ? 'inbox' : null) },
];

/** /auth loads the client after hydration, and with it what the dashboard needs next. */
function isClient(id: string): boolean {
  return /[\\/]node_modules[\\/]@supabase[\\/]/.test(id);
}

const signIn = join(app, 'auth/auth-page.tsx');

/**
 * Code that /auth shares with most screens; in one file with their other code, the client would be loaded before the
 * form.
 */
function isOfSignIn(id: string, graph: Graph): boolean {
  return isOfMostScreens(id, graph) && entriesOf(id, graph).some((entry) => entry.startsWith(signIn));
}

/** Number of routes that import a module. Each separate file costs half a kilobyte. */
const mostScreens = 9;
/** The screen that staff open first: it loads nothing that only other screens need. */
const inbox = join(app, 'dashboard/inbox/messages.tsx');

/**
 * Code that only the inbox loads at once; otherwise its dialogs, which are loaded later, would split it into many
 * files.
 */
function isOfInboxAlone(id: string, graph: Graph): boolean {
  if (!id.startsWith(dirname(inbox)) || id.endsWith('.css') || graph.getModuleInfo(id)?.isEntry) return false;
  const entries = entriesOf(id, graph);
  return entries.length > 0 && entries.every((entry) => entry.startsWith(inbox));
}

function isPublicSheet(id: string): boolean {
  return id.startsWith(join(app, 'public')) && id.endsWith('.css');
}

/** Code of most screens and the inbox, or of the layout around all of them and another route or a part loaded later. */
function isOfMostScreens(id: string, graph: Graph): boolean {
  if (!id.startsWith(app) || id.endsWith('.css') || graph.getModuleInfo(id)?.isEntry) return false;
  const entries = entriesOf(id, graph);
  const screens = entries.filter((entry) => entry.startsWith(join(app, 'dashboard')));
  const isOfLayout =
    entries.some((entry) => entry.startsWith(join(app, 'dashboard/layout/layout.tsx'))) &&
    entriesOf(id, graph, true).length > 1;
  return isOfLayout || (screens.length >= mostScreens && screens.some((screen) => screen.startsWith(inbox)));
}

const publicLayout = join(app, 'public/layout/public-layout.tsx');

/**
 * Whether the root, the layout of public pages or routes in two folders of app/public import a module, directly or
 * indirectly, before they run.
 */
function isShared(id: string, graph: Graph): boolean {
  if (graph.getModuleInfo(id)?.isEntry) return false;
  const entries = entriesOf(id, graph).filter((entry) => entry.startsWith(app));
  const paths = entries.map((entry) => entry.slice(app.length).split(sep).slice(0, -1));
  const folders = new Set(paths.filter(([first]) => first === 'public').map(([, folder]) => folder));
  const isOfLayout = entries.some((entry) => entry.startsWith(publicLayout));
  return isOfLayout || folders.size > 1 || paths.some(({ length }) => length === 0);
}

/** Whether every page, or what staff open first, loads it too. */
function isOfFirstScreens(id: string, graph: Graph): boolean {
  const first = [signIn, inbox, join(app, 'dashboard/layout/layout.tsx')];
  return entriesOf(id, graph).some(
    (entry) => first.some((screen) => entry.startsWith(screen)) || dirname(entry) + sep === app,
  );
}

/** Whether a screen of the dashboard loads it too. */
function isOfDashboard(id: string, graph: Graph): boolean {
  return entriesOf(id, graph).some((entry) => entry.startsWith(join(app, 'dashboard') + sep));
}

/** Routes that import a module, directly or indirectly; on request also parts of screens that are loaded later. */
function entriesOf(id: string, graph: Graph, withParts = false): string[] {
  const seen = new Set([id]);
  const entries: string[] = [];
  for (const each of seen) {
    const { isEntry = false, importers = [], dynamicImporters = [] } = graph.getModuleInfo(each) ?? {};
    if (isEntry || (withParts && dynamicImporters.length > 0)) entries.push(each);
    for (const importer of importers) seen.add(importer);
  }
  return entries;
}
