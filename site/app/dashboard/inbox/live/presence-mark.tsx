import { Suspense, useSyncExternalStore } from 'react';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { hasPresenceStarted, subscribeToActivity } from './own-activity.ts';

const ColleaguesHere = lazyPart(() => import('./colleagues-here.tsx'));

/** Which colleagues are at this lead; fetched once someone opens a lead or writes, or a little later. */
export function PresenceMark({ lead }: { lead: string }) {
  const isStarted = useSyncExternalStore(subscribeToActivity, hasPresenceStarted);
  return (
    isStarted && (
      <Suspense>
        <ColleaguesHere lead={lead} />
      </Suspense>
    )
  );
}
