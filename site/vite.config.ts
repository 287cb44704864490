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
      // In development an id is what an address says, and this reads past Vite's own check of files.
      if (!path.startsWith(sources)) return null;
      this.addWatchFile(path);
      const { code, errors } = minifySync('inline.js', readFileSync(path, 'utf8'), { module: false });
      if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
      return `export default ${JSON.stringify(code.trim())};`;
    },
  };
}

/** By mode. Playwright finds elements by their names as if the hidden ones were not there. */
const pseudoMarks: Record<string, string> = {
  'pseudo-locale': '⟦⟧',
  'hidden-pseudo-locale': '\u{200B}\u{AD}',
};

export default defineConfig(({ mode }) => ({
  css: { modules: { generateScopedName: (name, file) => `${basename(file).split('.')[0]}_${name}` } },
  define: { 'globalThis.PSEUDO_LOCALE': JSON.stringify(pseudoMarks[mode] ?? '') },
  plugins: [inlineScript(), reactRouter()],
  // Found while a page is open, a dependency would be bundled anew and React would be there twice.
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
  // Without modulePreload a dynamic import stays one: the page's own script fetches in parallel what a page needs.
  build: { assetsInlineLimit: 0, sourcemap: false, modulePreload: false },
  environments: {
    client: { build: { rollupOptions: { output: { codeSplitting: { groups: chunkGroups } } } } },
  },
}));
