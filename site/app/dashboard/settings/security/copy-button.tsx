import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';

/** Copies a text; without permission, says so, because the text is on the page. */
export function CopyButton({ text, what, children }: { text: string; what: string; children: string }) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      toast({ title: 'Copied', description: `${what} copied to the clipboard.`, variant: 'success' });
    } catch {
      toast({
        title: 'Error',
        description: `${what} couldn't be copied. Select it and copy it yourself.`,
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
