// Functions name their packages as Deno does; here they come from node_modules, so that nothing is fetched at run time
// and versions are those of the lock file.
import { existsSync, readFileSync } from 'node:fs';
import type { ResolveHookSync } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const empty = 'data:text/javascript,';
/** Of the standard library, for functions from before Deno.serve. */
const oldServe = `${empty}export const serve = (handler) => Deno.serve(handler);`;

/** A hook for the imports of a function: its import map, then npm:, jsr: and esm.sh names as packages. */
export function createImportResolver(entry: string): ResolveHookSync {
  const { imports, base } = readImportMap(entry);
  return (specifier, context, next) => {
    const inside = context.parentURL?.includes('/node_modules/');
    const named = inside ? specifier : mapped(specifier, imports, base);
    const found = packageName(named);
    if (found === oldServe || found === empty) return { url: found, shortCircuit: true };
    return next(found, context);
  };
}

/** Leaves what is no foreign name as it is. Throws for an address that cannot be fetched here. */
function packageName(specifier: string): string {
  const address = /^(?:npm:|jsr:|https:\/\/esm\.sh\/)\/?(.*)$/.exec(specifier)?.[1];
  if (address !== undefined) {
    // Only types: nothing of it is left to run.
    if (address.endsWith('.d.ts')) return empty;
    return address.replace(/\?.*$/, '').replace(/^((?:@[^/@]+\/)?[^/@]+)@[^/]+/, '$1');
  }
  if (/^https:\/\/deno\.land\/std(@[\w.]+)?\/http\/server\.ts$/.test(specifier)) return oldServe;
  if (/^https?:/.test(specifier)) {
    throw new Error(
      `${specifier} is not fetched here: install the package and import it by its name, or as npm:name`,
    );
  }
  return specifier;
}

type Imports = Record<string, string>;

/** deno.json beside the function, or in supabase/functions. */
function readImportMap(entry: string): { imports: Imports; base: string } {
  const own = dirname(entry);
  for (const folder of [own, dirname(own)]) {
    for (const name of ['deno.json', 'import_map.json']) {
      const file = join(folder, name);
      if (!existsSync(file)) continue;
      const { imports = {} } = JSON.parse(readFileSync(file, 'utf8')) as { imports?: Imports };
      return { imports, base: folder };
    }
  }
  return { imports: {}, base: own };
}

function mapped(specifier: string, imports: Imports, base: string): string {
  const exact = imports[specifier];
  const prefix = Object.keys(imports).find((key) => key.endsWith('/') && specifier.startsWith(key));
  const target = exact ?? (prefix && `${imports[prefix]}${specifier.slice(prefix.length)}`);
  if (!target) return specifier;
  return target.startsWith('.') ? pathToFileURL(join(base, target)).href : target;
}
