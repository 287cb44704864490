import type { ReactNode } from 'react';
import { useNavigation } from 'react-router';
import { Spinner } from '../../ui/spinner.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { useScrollToHash } from './use-scroll-to-hash.ts';

export function PublicFrame({ children }: { children: ReactNode }) {
  const isLoading = useNavigation().state === 'loading';
  useScrollToHash();
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
