// The placeholder of an empty list: a drawing, a text, an optional action.
import type { ReactNode } from 'react';
import { ContourArt } from '../../art/contour-art.tsx';

/** A chart without land, a text, and an optional action. */
export function EmptyState({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <div className="empty-state surface">
      <ContourArt calm height={140} seed={text} width={720} />
      <div className="empty-state-words column gap-12">
        <p>{text}</p>
        {action}
      </div>
    </div>
  );
}
