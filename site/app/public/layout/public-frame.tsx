import type { ReactNode } from 'react';
import { useNavigation } from 'react-router';
import { Spinner } from '../../ui/spinner.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { useArrival } from './use-arrival.ts';

/** Header, content, footer: what every public page stands in. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const isLoading = useNavigation().state === 'loading';
  useArrival();
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Header />
      <main aria-busy={isLoading || undefined} id="main" tabIndex={-1}>
        {isLoading && <Spinner className="route-spinner" label="Loading…" />}
        {children}
      </main>
      <Footer />
    </>
  );
}
