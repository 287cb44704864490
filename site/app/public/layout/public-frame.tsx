import type { ReactNode } from 'react';
import { useNavigation } from 'react-router';
import { Spinner } from '../../ui/spinner.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { layoutTexts } from './layout-texts.ts';
import styles from './public-frame.module.css';
import { useScrollToHash } from './use-scroll-to-hash.ts';

export function PublicFrame({ children }: { children: ReactNode }) {
  const isLoading = useNavigation().state === 'loading';
  useScrollToHash();
  return (
    <>
      <a className="skip-link" href="#main">
        {layoutTexts.skip}
      </a>
      <Header />
      <main aria-busy={isLoading || undefined} id="main" tabIndex={-1}>
        {isLoading && <Spinner className={styles.loading} label={layoutTexts.loading} />}
        {children}
      </main>
      <Footer />
    </>
  );
}
