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

/** Gives React Router the globals that its own inline scripts would have set; the modules are already on their way. */
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
        // A difference between the served page and the hydrated one rebuilds the document: say it loudly, tests fail on it.
        onRecoverableError: (error) => console.error('hydration differs from the served page:', error),
      },
    );
  });
}

// A turn of the page that is cut short, by another or by the window's new size, is no error: the page is there.
addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof DOMException && /transition/i.test(event.reason.message))
    event.preventDefault();
});

// Not a top-level await: route modules may import this chunk, and would wait for it for ever. The reader is told by
// before-paint.js, which asked for the same modules.
void adoptPage().then(hydrate, (error: unknown) => console.error('the page stays as it was served:', error));
