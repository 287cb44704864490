import { useEffect, type ReactNode } from 'react';
import { isRouteErrorResponse, Links, Meta, Outlet, type LinkDescriptor } from 'react-router';
import type { Route } from './+types/root.ts';
import './app.css';
import displayFont from '../fonts/bricolage-grotesque.woff2?url';
import textFont from '../fonts/atkinson-hyperlegible-next.woff2?url';
import { HandoffScript, useHandoff } from './hydration/handoff.tsx';
import { RestoreScroll } from './hydration/restore-scroll.tsx';
import { UrlError } from './auth/url-error.tsx';
import { BrokenPage } from './public/layout/broken-page.tsx';
import { UnknownPage } from './public/layout/unknown-page.tsx';
import { useWayOn } from './public/layout/use-way-on.ts';
import { keepSending, sendAllUnsent } from './public/lead-form/unsent/send-unsent.ts';
import { readUnsent } from './public/lead-form/unsent/unsent-leads.ts';
import { Toaster } from './ui/toast.tsx';

export function links(): LinkDescriptor[] {
  const fonts = [displayFont, textFont].map((href) => ({ href, type: 'font/woff2' }));
  return [
    { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
    ...fonts.map((font): LinkDescriptor => ({
      rel: 'preload',
      as: 'font',
      crossOrigin: 'anonymous',
      ...font,
    })),
  ];
}

export function Layout({ children }: { children: ReactNode }) {
  const handoff = useHandoff();
  return (
    <html lang="en-CA" suppressHydrationWarning {...(handoff?.now ? { 'data-now': handoff.now } : {})}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: handoff?.script ?? ' ' }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <UrlError />
        <Toaster />
        <HandoffScript />
      </body>
    </html>
  );
}

export default function Root() {
  useWayOn();
  useEffect(() => {
    // The inline script held back clicks until React could hear them; now they are replayed once.
    window.dispatchEvent(new Event('hydrated'));
    // A lead that is kept on this device is sent from whatever page the visitor comes to.
    if (readUnsent().length > 0) {
      keepSending();
      sendAllUnsent();
    }
  }, []);
  return (
    <>
      <Outlet />
      <RestoreScroll />
    </>
  );
}

/** The last boundary: an unknown path, a refusal that no route rendered, or breakage. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  useWayOn();
  useEffect(() => {
    window.dispatchEvent(new Event('hydrated'));
  }, []);
  if (isRouteErrorResponse(error) && error.status === 404) return <UnknownPage />;
  const isPaused = isRouteErrorResponse(error) && error.status === 503;
  return <BrokenPage isOutOfReach={isOutOfReach(error)} isPaused={isPaused} />;
}

/** A page asked for inside this document and never answered: `fetch` says so in a TypeError, each browser in its words. */
function isOutOfReach(error: unknown): boolean {
  return error instanceof TypeError && /fetch|load failed|network/i.test(error.message);
}
