import { Suspense, useEffect } from 'react';
import type { Lead } from '../read-lead-page.ts';
import { stopSelecting, useIsSelecting } from './selection.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';

const BulkBar = lazyPart(() => import('./bulk-bar.tsx'));

/** The bar for the selected leads. Leaving the inbox clears the selection. */
export function Bulk({ leads }: { leads: readonly Lead[] }) {
  const isSelecting = useIsSelecting();
  useEffect(() => stopSelecting, []);
  return (
    isSelecting && (
      <Suspense>
        <BulkBar leads={leads} />
      </Suspense>
    )
  );
}
