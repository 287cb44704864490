import type { ReactNode } from 'react';

/** Layout of error and not-found pages: an empty grid and a line without rings. */
export function ErrorLayout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="uncharted">
      <svg aria-hidden="true" className="uncharted-grid" height="100%" width="100%">
        <defs>
          <pattern height="96" id="uncharted-grid" patternUnits="userSpaceOnUse" width="96" x="48" y="48">
            <path d="M96 0H0V96" />
          </pattern>
        </defs>
        <rect fill="url(#uncharted-grid)" height="100%" width="100%" />
      </svg>
      <svg aria-hidden="true" className="uncharted-line" viewBox="0 0 640 400">
        <path d="M640 40C520 44 430 96 452 172C470 236 566 226 556 158C546 96 436 84 330 150C236 208 214 300 96 316" />
      </svg>
      <div className="page uncharted-words">
        <div className="uncharted-plate">
          <h1 tabIndex={-1}>{title}</h1>
          {children}
        </div>
      </div>
    </div>
  );
}
