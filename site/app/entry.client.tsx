import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import type { Handoff } from './hydration/handoff.tsx';

declare global {
  interface Window {
    __reactRouterContext?: unknown;
    __reactRouterRouteModules?: Record<string, unknown>;
  }
}

/** Sets React Router's globals, as its own inline scripts would; the modules are already loading. */
async function adoptPage(): Promise<void> {
  const page = JSON.parse(document.getElementById('handoff')?.textContent ?? '') as Handoff;
  const stream = new Blob([page.stream]).stream();
  window.__reactRouterContext = Object.assign(page.context as object, { stream });
  await import(/* @vite-ignore */ page.modules[0] ?? '');
  const routes = page.routes.map(async ([id, modules]): Promise<[string, unknown]> => {
    const parts = await Promise.all(modules.map((url) => import(/* @vite-ignore */ url)));
    return [id, Object.assign({}, ...parts)];
  });
  window.__reactRouterRouteModules = Object.fromEntries(await Promise.all(routes));
}

function hydrate(): void {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
      {
        // A hydration mismatch rebuilds the document: logged as an error, which fails tests.
        onRecoverableError: (error) => console.error('hydration differs from the served page:', error),
      },
    );
  });
}

// A view transition that is skipped, by another one or a resize, is no error.
addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof DOMException && /transition/i.test(event.reason.message))
    event.preventDefault();
});

// Not a top-level await: route modules may import this chunk and would deadlock. before-paint.js informs the user,
// because it loads the same modules.
void adoptPage().then(hydrate, (error: unknown) => console.error('the page stays as it was served:', error));
