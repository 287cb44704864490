import { lazy, Suspense } from 'react';
import { useIsOwner } from '../../auth/session/roles.ts';

/** A script of its own, because others never need it. Without it the overview is whole all the same. */
const HealthCard = lazy(async () => {
  try {
    const { HealthCard: Loaded } = await import('./health/health-card.tsx');
    return { default: Loaded };
  } catch {
    return { default: () => null };
  }
});

export function OwnersHealth({ place }: { place: 'top' | 'side' }) {
  return (
    useIsOwner() && (
      <Suspense>
        <HealthCard place={place} />
      </Suspense>
    )
  );
}
