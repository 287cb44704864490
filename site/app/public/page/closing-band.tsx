// The end of a public page.
import type { ReactNode } from 'react';
import { CachedContourArt } from '../../art/cached-contour-art.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './closing-band.module.css';
import { MagentaLine } from '../../art/magenta-line.tsx';

/** The dark section that ends a page. The decorative line of the page ends in a ring around its button. */
export function ClosingBand({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section aria-labelledby="closing-title" className={classNames('night', styles.band)} data-screen-only="">
      <CachedContourArt className="chart-night cover" seed="closing" shape="band" />
      <div className={classNames('page', styles.row)}>
        <div className="above-line">
          <h2 id="closing-title">{title}</h2>
          {text !== '' && <p className="muted">{text}</p>}
        </div>
        <div className={styles.ring}>{children}</div>
      </div>
    </section>
  );
}

/** The decorative line of a detail page, from the left edge to the ring around its last button. */
export function DetailPageMagentaLine({ pastPicture = false }: { pastPicture?: boolean }) {
  return (
    <>
      {pastPicture ? (
        <MagentaLine d="M0 40C20 78 44 84 62 60S100 40 100 100" name="pass" only="wide" />
      ) : (
        <>
          <MagentaLine d="M0 78C22 112 58 62 100 0" name="enter" only="wide" />
          <MagentaLine d="M0 34C40 52 62 12 100 0" name="enter" only="narrow" />
          <MagentaLine d="M0 0C62-12 100 20 100 100" name="leave" />
        </>
      )}
      <MagentaLine d="M50 0V100" name="rail" />
      <ClosingMagentaLine />
    </>
  );
}

/** The last part of the decorative line, from the right margin into the ring of the closing band. */
export function ClosingMagentaLine({ only }: { only?: 'narrow' }) {
  return (
    <>
      <MagentaLine d="M100 0V70C100 96 70 100 0 100" name="close" night {...(only && { only })} />
      <MagentaLine d="M100 0V72C100 92 50 84 50 100" name="close-narrow" night />
    </>
  );
}
