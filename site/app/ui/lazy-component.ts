// React.lazy for a part of a screen that retries failed loads of scripts or styles.
import { createElement, lazy, Suspense, type ComponentType, type ReactNode } from 'react';

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
 * `lazy()` for a part of a screen, in a Suspense of its own. If it cannot be loaded, as without a network, the part
 * keeps the fallback and is loaded again; React's `lazy()` would replace the whole screen by its error.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  renderFallback?: (props: Props) => ReactNode,
): ComponentType<Props> {
  const Part: ComponentType<Props> = lazy(() => fetchWithRetry(load));
  return function LazyPart(props) {
    return createElement(Suspense, { fallback: renderFallback?.(props) }, createElement(Part, props));
  };
}
