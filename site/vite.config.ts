import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { minifySync, type Plugin } from 'vite';
import { defineConfig } from 'vite';
import { readFileSync } from 'node:fs';

/**
 * `import source from './x.js?inline-script'` gives the minified text of a classic script,
 * so that the bytes in the page and the bytes that the policy's hash covers are the same string.
 */
function inlineScript(): Plugin {
  const suffix = '?inline-script';
  return {
    name: 'inline-script',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(suffix)) return null;
      const path = id.slice(0, -suffix.length);
      this.addWatchFile(path);
      const { code, errors } = minifySync('inline.js', readFileSync(path, 'utf8'), { module: false });
      if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
      return `export default ${JSON.stringify(code.trim())};`;
    },
  };
}

export default defineConfig({
  plugins: [inlineScript(), tailwindcss(), reactRouter()],
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
  build: { assetsInlineLimit: 0, sourcemap: false },
});
