import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';

const dialogId = 'link-dialog';

/** Shows, once, the link that no mail carries. Open while it is rendered. */
export function LinkDialog({ name, link, onClose }: { name: string; link: string; onClose: () => void }) {
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  useLayoutEffect(() => {
    const dialog = field.current?.closest('dialog');
    dialog?.showModal();
    field.current?.select();
    return () => dialog?.close();
  }, []);

  async function copy(): Promise<void> {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      // it is selected: the browser's own way to copy works on it
      setCopied(false);
    }
  }

  return (
    <Dialog id={dialogId} onClose={onClose} title={`A link for ${name}`}>
      <div className="confirm-words">
        <p>
          No mail is sent from here, so hand this link over yourself, to {name} alone. It works once and
          within an hour, and it is not shown again.
        </p>
        <TextField className="link-field" label="Link" name="link" readOnly ref={field} value={link} />
        <output className="sr-only">{copied ? 'The link is copied' : ''}</output>
      </div>
      <div className="confirm-buttons">
        <Button onClick={() => void copy()} size="dashboard" variant="secondary">
          {copied ? 'Copied' : 'Copy link'}
        </Button>
        <Button command="close" commandfor={dialogId} size="dashboard">
          Done
        </Button>
      </div>
    </Dialog>
  );
}
