import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { dismissErrors, toast } from '../../ui/toast.tsx';
import { errorMessage } from '../../ui/error-message.ts';

export interface PreviewButtonProps {
  /** name of the record */
  title: string;
  /** asks for the signed path */
  sign: () => Promise<string>;
  children: ReactNode;
}

const form = 'preview';

/** Opens the page of a draft in a new tab. The tab comes first: after waiting, browsers would block it. */
export function PreviewButton({ title, sign, children }: PreviewButtonProps) {
  const [busy, setBusy] = useState(false);

  async function open(): Promise<void> {
    const tab = window.open('about:blank', '_blank');
    setBusy(true);
    try {
      const path = await sign();
      dismissErrors(form);
      if (tab) tab.location.replace(path);
      else
        toast({
          title: 'Your preview is ready',
          description: 'Your browser blocked the new tab.',
          action: { label: 'Open it here', onClick: () => location.assign(path) },
        });
    } catch (error) {
      tab?.close();
      const description = errorMessage(error);
      toast({ title: 'Error', description, variant: 'destructive', form });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button busy={busy} icon="eye" onClick={() => void open()} size="dashboard" variant="secondary">
      {children}
      <span className="sr-only"> of {title} (opens in a new tab)</span>
    </Button>
  );
}
