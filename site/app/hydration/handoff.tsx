import { createContext, useContext } from 'react';
import type { EntryContext } from 'react-router';

/** What the browser needs to hydrate a page later, as inert JSON in its body (read by before-paint.js and entry.client). */
export interface Handoff {
  /** React Router's own context object. */
  context: unknown;
  /** The loader data, in React Router's stream format. */
  stream: string;
  /** Every module to import at the first sign of intent: first the one with all routes of this page, the client entry last. */
  modules: string[];
  /** Route id → the modules that make up the route. */
  routes: [id: string, modules: string[]][];
  /** The development runtime that must be imported first. */
  hot?: string;
}

/** At once, or at once only for who is signed in or whose address brings tokens or an error. */
export type StartOfPage = 'always' | 'if-known';

export interface PageHandoff {
  json: string;
  /** The one inline script of the page. */
  script: string;
  /** When the page hydrates (`handle.now`); null is at the first sign of intent, as public pages do. */
  now: StartOfPage | null;
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

/** Reads React Router's hand-over before rendering and clears it, so that it renders no script of its own. */
export async function takeHandoff(context: EntryContext, script: string): Promise<PageHandoff> {
  const stream = context.serverHandoffStream ? await readText(context.serverHandoffStream) : '';
  delete context.serverHandoffStream;
  const { manifest, staticHandlerContext, routeModules } = context;
  const matches = staticHandlerContext.matches;
  const routes = matches.map(({ route }): [string, string[]] => {
    const entry = manifest.routes[route.id];
    if (!entry) throw new Error(`route ${route.id} is missing from the manifest`);
    const parts = [
      entry.clientActionModule,
      entry.clientLoaderModule,
      entry.clientMiddlewareModule,
      entry.hydrateFallbackModule,
      entry.module,
    ];
    return [route.id, parts.filter((part) => part !== undefined)];
  });
  const imports = matches.flatMap(({ route }) => manifest.routes[route.id]?.imports ?? []);
  const modules = [
    manifest.url,
    ...manifest.entry.imports,
    ...imports,
    ...routes.flatMap(([, parts]) => parts),
  ];
  const page: Handoff = {
    context: JSON.parse(context.serverHandoffString ?? '{}'),
    stream,
    modules: [...new Set(modules), manifest.entry.module],
    routes,
    ...(manifest.hmr ? { hot: manifest.hmr.runtime } : {}),
  };
  const starts = matches.map(({ route }) => {
    const handle = routeModules[route.id]?.handle as { now?: StartOfPage } | undefined;
    return handle?.now;
  });
  const now = starts.find((start) => start !== undefined) ?? null;
  return { json: JSON.stringify(page).replaceAll('<', '\\u003c'), script, now };
}

async function readText(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) text += decoder.decode(chunk, { stream: true });
  return text;
}
