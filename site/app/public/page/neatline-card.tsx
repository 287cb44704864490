import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import styles from './neatline-card.module.css';

interface NeatlineCardProps {
  id: string;
  title: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A card beside the text, with the edge of a chart on top: prices, results. */
export function NeatlineCard({ id, title, className, children }: NeatlineCardProps) {
  return (
    <section aria-labelledby={id} className={classNames(styles.card, className)}>
      <div aria-hidden="true" className="neatline" />
      <div>
        <h2 className="heading-24" id={id}>
          {title}
        </h2>
        {children}
      </div>
    </section>
  );
}
