import type { ReactNode } from 'react';
import { ContourArt } from '../../art/contour-art.tsx';
import { Logo } from '../../ui/logo.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './code-page.module.css';

/** Layout of a step between password and dashboard, like the page before it. */
export function CodePage({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <main className={styles.step} id="main">
        <div className={classNames(styles.card, 'on-paper')}>
          <Logo />
          {children}
        </div>
      </main>
      <div aria-hidden="true" className={styles.chart}>
        <ContourArt height={900} seed="admin-access" width={600} />
      </div>
    </div>
  );
}
