import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import styles from './detail-body.module.css';

/** Body of a detail page: its text, and beside it whatever else is known. */
export function DetailBody({ children }: { children: ReactNode }) {
  return (
    <div className={classNames('page', styles.body)} data-record-body="">
      {children}
    </div>
  );
}

export function DetailText({ children }: { children: ReactNode }) {
  return (
    <div className={styles.text} data-detail-text="">
      {children}
    </div>
  );
}

export function FeatureList({ features }: { features: readonly string[] }) {
  return (
    <ul className={styles.features} data-features="">
      {features.map((feature) => (
        <li className="buoy" key={feature}>
          {feature}
        </li>
      ))}
    </ul>
  );
}
