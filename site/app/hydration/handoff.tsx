// Context with the hydration data of a served page; the JSON script element that contains it.
import { createContext, useContext } from 'react';

/** At once, or at once only for who is signed in or whose address brings tokens or an error. */
export type HydrationStart = 'always' | 'if-known';

/** What the server puts into a page, so that the browser can hydrate it later. */
export interface PageHandoff {
  /** A `Handoff` (router-internals.ts), safe inside an element. */
  json: string;
  /** The one inline script of the page. */
  script: string;
  /** When the page hydrates (`handle.now`); null is at the first sign of intent, as public pages do. */
  now: HydrationStart | null;
}

const HandoffContext = createContext<PageHandoff | null>(null);
export const HandoffProvider = HandoffContext.Provider;

/** On the server the page's handoff; in the browser null, where the element's text is kept as it is. */
export function useHandoff(): PageHandoff | null {
  return useContext(HandoffContext);
}

/** Stands at the end of <body>. Inert JSON is not governed by script-src, so one hash covers every page. */
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
