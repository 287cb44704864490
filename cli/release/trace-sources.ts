import { existsSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

export interface Trace {
  /** Relative to the root, sorted. */
  files: string[];
  /** Packages that they import. */
  packages: string[];
  /** Imports of files that are not there. */
  missing: string[];
}

const importPattern =
  /(?:^|[;\n}])\s*(?:import|export)\s*(?:[\w*{][^'";]*?\sfrom\s*)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g;

/** What runs when `entries` run: types are stripped first, `left` are commands that an installation has not. */
export function traceSources(root: string, entries: readonly string[], left: readonly string[]): Trace {
  const files = new Set<string>();
  const packages = new Set<string>();
  const missing: string[] = [];
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    for (const specifier of importsOf(join(root, file))) {
      const path = resolveOwn(root, file, specifier);
      if (path === undefined) {
        if (!specifier.startsWith('node:')) packages.add(packageOf(specifier));
      } else if (left.includes(path)) continue;
      else if (existsSync(join(root, path))) waiting.push(path);
      else missing.push(`${file}: ${specifier}`);
    }
  }
  return { files: [...files].toSorted(), packages: [...packages].toSorted(), missing };
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const code = file.endsWith('.ts') ? stripTypeScriptTypes(text) : text;
  return [...code.matchAll(importPattern)].map(([, named, lazy]) => named ?? lazy ?? '');
}

/** Undefined for packages. */
function resolveOwn(root: string, file: string, specifier: string): string | undefined {
  if (specifier.startsWith('@fairlead/backend/'))
    return specifier.replace('@fairlead/backend/', 'backend/src/');
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier));
  return undefined;
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
