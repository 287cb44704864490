import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';

/** Copies a text; where the browser does not allow it, says so, because the text stands on the page. */
export function CopyButton({ text, what, children }: { text: string; what: string; children: string }) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      toast({ title: 'Copied', description: `${what} is on the clipboard.`, variant: 'success' });
    } catch {
      toast({
        title: 'Error',
        description: `${what} could not be copied. Select it and copy it by hand.`,
        variant: 'destructive',
      });
    }
  }
  return (
    <Button onClick={() => void copy()} size="dashboard" variant="secondary">
      {children}
    </Button>
  );
}
