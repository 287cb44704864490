import type { ReactNode } from 'react';
import { ContourArt } from '../../art/contour-art.tsx';
import { Logo } from '../../ui/logo.tsx';
import './code-step.css';

/** Layout of a step between password and dashboard, like the page before it. */
export function CodePage({ children }: { children: ReactNode }) {
  return (
    <div className="code-page">
      <main className="code-step" id="main">
        <div className="code-card on-paper">
          <Logo />
          {children}
        </div>
      </main>
      <div aria-hidden="true" className="code-chart">
        <ContourArt height={900} seed="admin-access" width={600} />
      </div>
    </div>
  );
}
