import type { ReactNode } from 'react';
import { ArtFile } from '../../art/art-file.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './closing-band.module.css';

/** The dark section that ends a page; the line's last ring is around its button. */
export function ClosingBand({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section aria-labelledby="closing-title" className={classNames('night', styles.band)} data-screen-only="">
      <ArtFile className="chart-night cover" seed="closing" shape="band" />
      <div className={classNames('page', styles.row)}>
        <div className="above-line">
          <h2 id="closing-title">{title}</h2>
          <p>{text}</p>
        </div>
        <div className={styles.ring}>{children}</div>
      </div>
    </section>
  );
}
