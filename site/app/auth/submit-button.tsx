import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';

/** Submits its form. A click before hydration is replayed afterwards (`data-late` on the form). */
export function SubmitButton({
  busy,
  busyText,
  children,
}: {
  busy: boolean;
  busyText: string;
  children: ReactNode;
}) {
  return (
    <Button size="public" busy={busy} busyText={busyText} type="submit" wide>
      {children}
    </Button>
  );
}
