// Resolves the imports of functions, which name packages as in Deno: here they come from node_modules, in the versions
// of the lock file, and nothing is downloaded at run time.
import { existsSync, readFileSync } from 'node:fs';
import type { ResolveHookSync } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const emptyModule = 'data:text/javascript,';
/** A module of Deno's standard library, for functions older than Deno.serve. */
const serveModule = `${emptyModule}export const serve = (handler) => Deno.serve(handler);`;

export function createImportResolver(entry: string): ResolveHookSync {
  const { imports, base } = readImportMap(entry);
  return (specifier, context, next) => {
    const fromPackage = context.parentURL?.includes('/node_modules/');
    const resolved = toNodeSpecifier(fromPackage ? specifier : applyImportMap(specifier, imports, base));
    if (resolved === serveModule || resolved === emptyModule) return { url: resolved, shortCircuit: true };
    return next(resolved, context);
  };
}

/** Throws for a URL, which is not fetched here. */
function toNodeSpecifier(specifier: string): string {
  const address = /^(?:npm:|jsr:|https:\/\/esm\.sh\/)\/?(.*)$/.exec(specifier)?.[1];
  if (address !== undefined) {
    // The module has only types, so nothing to run.
    if (address.endsWith('.d.ts')) return emptyModule;
    return address.replace(/\?.*$/, '').replace(/^((?:@[^/@]+\/)?[^/@]+)@[^/]+/, '$1');
  }
  if (/^https:\/\/deno\.land\/std(@[\w.]+)?\/http\/server\.ts$/.test(specifier)) return serveModule;
  if (/^https?:/.test(specifier)) {
    throw new Error(
      `${specifier} is not fetched here: install the package and import it by its name, or as npm:name`,
    );
  }
  return specifier;
}

type Imports = Record<string, string>;

/** Read from deno.json or import_map.json beside the function, or in supabase/functions. */
function readImportMap(entry: string): { imports: Imports; base: string } {
  const functionFolder = dirname(entry);
  for (const folder of [functionFolder, dirname(functionFolder)]) {
    for (const name of ['deno.json', 'import_map.json']) {
      const file = join(folder, name);
      if (!existsSync(file)) continue;
      const { imports = {} } = JSON.parse(readFileSync(file, 'utf8')) as { imports?: Imports };
      return { imports, base: folder };
    }
  }
  return { imports: {}, base: functionFolder };
}

function applyImportMap(specifier: string, imports: Imports, base: string): string {
  const exact = imports[specifier];
  const prefix = Object.keys(imports).find((key) => key.endsWith('/') && specifier.startsWith(key));
  const target = exact ?? (prefix && `${imports[prefix]}${specifier.slice(prefix.length)}`);
  if (!target) return specifier;
  return target.startsWith('.') ? pathToFileURL(join(base, target)).href : target;
}
