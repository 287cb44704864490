// The layout of an error or not-found page: a title on a drawn background.
import type { ComponentProps } from 'react';
import { useAgency } from '../../agency/use-agency.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './error-layout.module.css';

/** Layout of error and not-found pages: an empty grid, and the line of the sample agency. */
export function ErrorLayout({ title, children, ...rest }: ComponentProps<'div'> & { title: string }) {
  const { hasSampleMark } = useAgency();
  return (
    <div {...rest} className="band grid on-shoal relative">
      <svg aria-hidden="true" className={styles.grid} height="100%" width="100%">
        <defs>
          <pattern height="96" id="error-grid" patternUnits="userSpaceOnUse" width="96" x="48" y="48">
            <path d="M96 0H0V96" />
          </pattern>
        </defs>
        <rect fill="url(#error-grid)" height="100%" width="100%" />
      </svg>
      {hasSampleMark && (
        <svg aria-hidden="true" className={styles.line} viewBox="0 0 640 400">
          <path d="M640 40C520 44 430 96 452 172C470 236 566 226 556 158C546 96 436 84 330 150C236 208 214 300 96 316" />
        </svg>
      )}
      <div className={classNames('page', styles.words)}>
        <div className={classNames('on-shoal', styles.plate)}>
          <h1 tabIndex={-1}>{title}</h1>
          {children}
        </div>
      </div>
    </div>
  );
}
