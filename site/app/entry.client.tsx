// Client entry: hydrates the served document from its handoff data.
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import type { Agency } from './agency/agency.ts';
import { ServedAgencyProvider } from './agency/use-agency.ts';
import { preservePageState } from './hydration/preserve-page-state.ts';
import { passHandoffToRouter, type RouterHandoff } from './hydration/router-internals.ts';

/** For an error page; other pages have the agency in their loader data. */
type ServedHandoff = RouterHandoff & { agency: Agency | null };

async function adoptPage(): Promise<ServedHandoff> {
  const handoff = JSON.parse(document.getElementById('handoff')?.textContent ?? '') as ServedHandoff;
  await passHandoffToRouter(handoff);
  return handoff;
}

function hydrate({ agency }: ServedHandoff): void {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <ServedAgencyProvider value={agency}>
          <HydratedRouter />
        </ServedAgencyProvider>
      </StrictMode>,
      // After a mismatch, React renders the document again, which is logged as an error, so tests fail.
      { onRecoverableError: preservePageState() },
    );
  });
}

// A view transition that is skipped, because of another one or a resize, is no error.
addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof DOMException && /transition/i.test(event.reason.message))
    event.preventDefault();
});

// Not a top-level await, because route modules may import this chunk and would deadlock. before-paint.js informs the
// user, because it loads the same modules.
void adoptPage().then(hydrate, (error: unknown) => console.error('the page stays as it was served:', error));
