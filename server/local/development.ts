import { realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { projectRoot } from '../project-root.ts';
import { isLoopback, SettingsError, type Settings } from '../config.ts';

/** What pages of the development server import; nothing else of this machine is served. */
const served = ['site/app', 'site/fonts', 'site/public', 'site/node_modules/.vite', 'node_modules'].map(
  (folder) => join(projectRoot, folder),
);

/** A list in Vite's options replaces its own: the first lines are its defaults. */
const neverServed = [
  '.env',
  '.env.*',
  '*.{crt,pem,key,p12,pfx,cer,der}',
  '.npmrc',
  '.yarnrc.yml',
  '**/.git',
  '**/.git/**',
  // Links to the workspaces, and so to all of their files.
  '**/node_modules/@fairlead/**',
];

/** Vite's `server.fs`: the data folder holds every key of the product. */
export function filesOfVite({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>) {
  const data = [DATA_DIR, realPath(DATA_DIR)].map((folder) => folder.replaceAll(/[^\w/.-]/g, '\\$&'));
  return {
    strict: true,
    allow: served,
    deny: [...neverServed, ...data.flatMap((folder) => [folder, `${folder}/**`])],
  };
}

/**
 * The development server hands out source files and compiles what it is asked for: it is for this machine alone, and
 * for a data folder outside of what it serves. Throws a SettingsError that names the setting.
 */
export function checkDevelopment(settings: Settings): void {
  const { DATA_DIR } = settings;
  if (!settings.localMode) {
    const [name, fix] = publicSetting(settings);
    throw new SettingsError(
      `${name}: npm run dev hands out source files, so it serves this machine alone: ${fix}, or use npm start`,
    );
  }
  const site = join(projectRoot, 'site');
  const modules = join(projectRoot, 'node_modules');
  const isServed = [site, modules].some((folder) => isWithin(realPath(DATA_DIR), realPath(folder)));
  if (isServed)
    throw new SettingsError(
      `DATA_DIR: npm run dev serves files of ${site} and ${modules}: choose a folder outside of them`,
    );
}

function publicSetting({ HOST, DATABASE_URL, SUPABASE_URL }: Settings): [name: string, fix: string] {
  if (!isLoopback(HOST)) return ['HOST', 'leave it at 127.0.0.1'];
  if (SUPABASE_URL) return ['SUPABASE_URL', 'leave it unset'];
  if (DATABASE_URL && !isLoopback(new URL(DATABASE_URL).hostname))
    return ['DATABASE_URL', 'leave it unset or give a database on this machine'];
  return ['SITE_URL', 'leave it unset'];
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}

/** Where a path leads, also when its last parts are still to be made. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(realPath(dirname(path)), basename(path));
  }
}
