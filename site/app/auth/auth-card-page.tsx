// Page layout of the sign-in steps: a card with the logo beside a chart.
import type { ReactNode } from 'react';
import { ContourArt } from '../art/contour-art.tsx';
import { classNames } from '../ui/class-names.ts';
import { Logo } from '../ui/logo.tsx';
import styles from './card-page.module.css';

export function AuthCardPage({
  header,
  className,
  children,
}: {
  header?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className={styles.page}>
      {header !== undefined && <header>{header}</header>}
      <main id="main">
        <div className={classNames(styles.card, 'on-paper', className)}>
          <Logo />
          {children}
        </div>
      </main>
      <div aria-hidden="true" className={styles.chart}>
        <ContourArt className="cover" height={900} seed="admin-access" width={600} />
      </div>
    </div>
  );
}
