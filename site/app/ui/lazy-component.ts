// React.lazy for a part of a screen that retries failed loads of scripts or styles.
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** Delay before each retry. */
const delaysMs = [1_000, 2_000, 4_000, 8_000, 15_000];

/** Resolves after `ms`, or once the browser is online again. */
function waitToRetry(ms: number): Promise<unknown> {
  return new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, ms);
    else addEventListener('online', resolve, { once: true });
  });
}

/** Style sheets that could not be loaded, because the bundler requests each only once. */
const failedStyles = new Set<HTMLLinkElement>();

function recordFailedStyle({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target);
}

if (typeof document !== 'undefined') document.addEventListener('error', recordFailedStyle, true);

function refetchStyles(): void {
  for (const link of failedStyles) {
    failedStyles.delete(link);
    link.replaceWith(link.cloneNode());
  }
}

async function fetchWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  for (const ms of delaysMs) {
    try {
      return await load();
    } catch {
      await waitToRetry(ms);
      refetchStyles();
    }
  }
  return load();
}

/**
 * `lazy()` for a part of a screen. If it cannot be loaded, as without a network, the part keeps the fallback of its
 * Suspense and is loaded again; React's `lazy()` would replace the whole screen by its error.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- as in React's own type of lazy()
export function lazyComponent<Part extends ComponentType<any>>(
  load: () => Promise<{ default: Part }>,
): LazyExoticComponent<Part> {
  return lazy(() => fetchWithRetry(load));
}
