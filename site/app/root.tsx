// Root route: loads the agency, renders the HTML document layout, shows the error page.
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Links, Meta, Outlet, useLocation, type ShouldRevalidateFunctionArgs } from 'react-router';
import type { Route } from './+types/root.ts';
import './app.css';
import { isAgencyOutdated, useIconAndColours, useRememberLastAgency } from './agency/use-agency.ts';
import { backendContext } from './data/backend-context.ts';
import { HandoffScript, useHandoff } from './hydration/handoff.tsx';
import { ScrollRestorationScript } from './hydration/scroll-restoration-script.tsx';
import { UrlErrorToast } from './auth/url-error-toast.tsx';
import { RouteErrorPage } from './public/layout/error-page.tsx';
import { useChunkLoadRecovery } from './public/layout/use-chunk-load-recovery.ts';
import { unsentLeadKeyPrefix } from './lead/lead-fields.ts';
import { localStore } from './ui/browser-storage.ts';
import { Toaster } from './ui/toast.tsx';

/** The agency's data that every page shows. */
export async function loader({ context }: Route.LoaderArgs) {
  const { agency } = await context.get(backendContext).agency.read();
  return { agency };
}

/**
 * Pages keep the agency with which they were served until an owner has changed it here. `defaultShouldRevalidate` does
 * not help: it is true for every navigation.
 */
export function shouldRevalidate({ formMethod }: ShouldRevalidateFunctionArgs) {
  return formMethod === undefined && isAgencyOutdated();
}

/**
 * React removes all attributes of <html> when it renders the document again: for an error page of the root, after one,
 * and after a failed hydration. Theme, fonts and what extensions set are put back before the next paint.
 */
function useKeptAttributes(): void {
  // a removed attribute keeps its value
  const [attributes] = useState(() =>
    typeof document === 'undefined' ? [] : [...document.documentElement.attributes],
  );
  useLayoutEffect(() => {
    const root = document.documentElement;
    for (const { name, value } of attributes) if (!root.hasAttribute(name)) root.setAttribute(name, value);
  }, [attributes]);
}

/** After a client navigation, before-paint.js uses the fonts that came too late for the former page. */
function useNewPageEvent(): void {
  const { pathname } = useLocation();
  const lastPathname = useRef(pathname);
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    window.dispatchEvent(new Event('newpage'));
  }, [pathname]);
}

export function Layout({ children }: { children: ReactNode }) {
  const handoff = useHandoff();
  useKeptAttributes();
  const { icon, colours } = useIconAndColours();
  useRememberLastAgency();
  return (
    <html lang="en-CA" suppressHydrationWarning {...(handoff?.now ? { 'data-now': handoff.now } : {})}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: handoff?.script ?? ' ' }} />
        <Meta />
        <link rel="icon" href={icon.href} type={icon.type} />
        <Links />
        {colours !== undefined && <link rel="stylesheet" href={colours} />}
      </head>
      <body>
        {children}
        <UrlErrorToast />
        <Toaster />
        <HandoffScript />
      </body>
    </html>
  );
}

export default function Root() {
  useChunkLoadRecovery();
  useNewPageEvent();
  useEffect(() => {
    // Clicks held by the inline script are repeated now.
    window.dispatchEvent(new Event('hydrated'));
    if (localStore.keys().some((name) => name.startsWith(unsentLeadKeyPrefix))) void resendLeads();
  }, []);
  return (
    <>
      <Outlet />
      <ScrollRestorationScript />
    </>
  );
}

/** Resends unsent leads from any page; without a connection, once there is one. */
async function resendLeads(): Promise<void> {
  try {
    const { resendUnsentLeads } = await import('./public/lead-form/resend-unsent-leads.ts');
    resendUnsentLeads();
  } catch {
    addEventListener('online', () => void resendLeads(), { once: true });
  }
}

/** For errors of /auth, of the dashboard and of this route; public pages have their own boundary. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  useChunkLoadRecovery();
  useEffect(() => {
    window.dispatchEvent(new Event('hydrated'));
  }, []);
  return <RouteErrorPage error={error} />;
}
