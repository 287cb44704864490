import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';

/** Sends its form. Pressed before the page is hydrated, it is held and pressed again then (`data-late` on the form). */
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
    <Button busy={busy} busyText={busyText} className="w-full" type="submit">
      {children}
    </Button>
  );
}
