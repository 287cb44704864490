import { reactRouter } from '@react-router/dev/vite';
import { minifySync, type Plugin } from 'vite';
import { defineConfig } from 'vite';
import { readFileSync } from 'node:fs';
import { basename, resolve, sep } from 'node:path';
import { chunkGroups } from './chunk-groups.ts';

/**
 * `import source from './x.js?inline-script'` gives the minified text of a classic script,
 * so that the bytes in the page and the bytes that the policy's hash covers are the same string.
 */
function inlineScript(): Plugin {
  const suffix = '?inline-script';
  const sources = resolve(import.meta.dirname, 'app') + sep;
  return {
    name: 'inline-script',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(suffix)) return null;
      const path = resolve(id.slice(0, -suffix.length));
      // In development an id comes from a URL, and this read bypasses Vite's own check of files.
      if (!path.startsWith(sources)) return null;
      this.addWatchFile(path);
      const { code, errors } = minifySync('inline.js', readFileSync(path, 'utf8'), { module: false });
      if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
      return `export default ${JSON.stringify(code.trim())};`;
    },
  };
}

export default defineConfig({
  css: { modules: { generateScopedName: (name, file) => `${basename(file).split('.')[0]}_${name}` } },
  plugins: [inlineScript(), reactRouter()],
  // A dependency that is discovered while a page is open would be bundled again, and React would be loaded twice.
  optimizeDeps: {
    include: [
      '@supabase/supabase-js',
      '@tanstack/react-query',
      'react-dom/client',
      'react-router/dom',
      'react',
      'react-dom',
      'react-router',
      'zod',
      'zod/mini',
    ],
  },
  // Without modulePreload a dynamic import stays plain: the page's inline script loads its modules in parallel.
  build: { assetsInlineLimit: 0, sourcemap: false, modulePreload: false },
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            // The shortest hashes possible, because the manifest of all pages names each file.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:7][extname]',
            codeSplitting: { groups: chunkGroups },
          },
        },
      },
    },
  },
});
