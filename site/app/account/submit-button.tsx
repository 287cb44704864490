import { useSyncExternalStore, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';

function neverChanges(): () => void {
  return () => undefined;
}

/**
 * Until the page is hydrated this is a plain button, so that an early press is kept and replayed instead of sending a
 * password the plain way.
 */
export function SubmitButton({
  busy,
  busyText,
  children,
}: {
  busy: boolean;
  busyText: string;
  children: ReactNode;
}) {
  const ready = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  return (
    <Button
      busy={busy}
      busyText={busyText}
      className="w-full"
      onClick={ready ? undefined : (event) => event.currentTarget.form?.requestSubmit()}
      type={ready ? 'submit' : 'button'}
    >
      {children}
    </Button>
  );
}
