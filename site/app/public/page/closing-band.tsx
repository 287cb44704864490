import type { ReactNode } from 'react';
import { ArtFile } from '../../art/art-file.tsx';

/** The dark section that ends a page; the line's last ring is around its button. */
export function ClosingBand({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section aria-labelledby="closing-title" className="closing night">
      <ArtFile className="chart-night" seed="closing" shape="band" />
      <div className="page closing-row">
        <div className="above-line">
          <h2 id="closing-title">{title}</h2>
          <p>{text}</p>
        </div>
        <div className="closing-ring">{children}</div>
      </div>
    </section>
  );
}
