// Protects the Vite development server: served folders, denied files, configuration check.
import type { IncomingMessage } from 'node:http';
import { realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { projectRoot } from '../project-root.ts';
import { ConfigError, type ServerConfig } from '../settings/config.ts';
import { isLoopback } from '../settings/local-mode.ts';

/** Folders that development pages import from; no other file of this machine is served. */
const servedFolders = [
  'site/app',
  'site/fonts',
  'site/public',
  'site/node_modules/.vite',
  'node_modules',
].map((folder) => join(projectRoot, folder));

/** Replaces Vite's own list, whose defaults are the first lines. */
const deniedFiles = [
  '.env',
  '.env.*',
  '*.{crt,pem,key,p12,pfx,cer,der}',
  '.npmrc',
  '.yarnrc.yml',
  '**/.git',
  '**/.git/**',
  // Links to the workspaces, through which all of their files could be requested.
  '**/node_modules/@fairlead/**',
];

/** The data folder is denied, because it contains every key of the product. */
export function viteFileAccessOptions({ DATA_DIR }: Pick<ServerConfig, 'DATA_DIR'>) {
  const data = [DATA_DIR, realPath(DATA_DIR)].map((folder) => folder.replaceAll(/[^\w/.-]/g, '\\$&'));
  return {
    strict: true,
    allow: servedFolders,
    deny: [...deniedFiles, ...data.flatMap((folder) => [folder, `${folder}/**`])],
  };
}

/**
 * The development server sends source files and compiles what is requested, so it must be reachable only from this
 * machine and its data folder must be outside of the served folders. Throws a ConfigError.
 */
export function checkDevelopmentConfig(config: ServerConfig): void {
  const { DATA_DIR } = config;
  if (!config.localMode) {
    const [name, fix] = publicVariable(config);
    throw new ConfigError(
      `${name}: npm run dev hands out source files, so it serves this machine alone: ${fix}, or use npm start`,
    );
  }
  const site = join(projectRoot, 'site');
  const modules = join(projectRoot, 'node_modules');
  const isServed = [site, modules].some((folder) => isWithin(realPath(DATA_DIR), realPath(folder)));
  if (isServed)
    throw new ConfigError(
      `DATA_DIR: npm run dev serves files of ${site} and ${modules}: choose a folder outside of them`,
    );
}

/** Vite opens any file of this machine in its editor on request. Other sites could link to that: only our pages may. */
export function isForeignEditorRequest({
  url = '',
  headers,
}: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  return url.toLowerCase().includes('__open-in-editor') && headers['sec-fetch-site'] !== 'same-origin';
}

function publicVariable({ HOST, DATABASE_URL, SUPABASE_URL }: ServerConfig): [name: string, fix: string] {
  if (!isLoopback(HOST)) return ['HOST', 'leave it at 127.0.0.1'];
  if (SUPABASE_URL) return ['SUPABASE_URL', 'leave it unset'];
  if (DATABASE_URL && !isLoopback(new URL(DATABASE_URL).hostname))
    return ['DATABASE_URL', 'leave it unset or give a database on this machine'];
  return ['SITE_URL', 'leave it unset'];
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}

/** Also resolves a path whose last parts do not exist yet. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(realPath(dirname(path)), basename(path));
  }
}
