// Context with the hydration data of a served page; the JSON script element that contains it.
import { createContext, useContext } from 'react';

/**
 * When a page hydrates without an interaction: always, or only if the visitor is signed in or the URL contains tokens
 * or an error.
 */
export type EagerHydrationMode = 'always' | 'if-known';

/** The data in a page with which the browser can hydrate it later. */
export interface PageHandoff {
  /** A `RouterHandoff` (router-internals.ts) as JSON that is escaped for a script element. */
  json: string;
  /** The code of the only inline script of the page (before-paint.js). */
  script: string;
  /** When the page hydrates (`handle.now`); null: at the first sign of intent, as on public pages. */
  now: EagerHydrationMode | null;
}

const HandoffContext = createContext<PageHandoff | null>(null);
export const HandoffProvider = HandoffContext.Provider;

/** On the server the page's handoff; in the browser null, because the element's text must not change. */
export function useHandoff(): PageHandoff | null {
  return useContext(HandoffContext);
}

/** At the end of <body>. script-src does not apply to inert JSON, so one hash is enough for every page. */
export function HandoffScript() {
  const handoff = useHandoff();
  return (
    <script
      id="handoff"
      type="application/json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: handoff?.json ?? ' ' }}
    />
  );
}
