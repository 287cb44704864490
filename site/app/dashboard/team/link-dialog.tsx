import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';

const dialogId = 'link-dialog';

/** Shows, once, a link that was not sent by mail. Open while rendered. */
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
      // it is selected, so the browser's own copy works
      setCopied(false);
    }
  }

  return (
    <Dialog id={dialogId} onClose={onClose} title={`Link for ${name}`}>
      <div className="confirm-words">
        <p>
          No mail server is set up, so send this link to {name} yourself. It works once, expires in an hour
          and won't be shown again.
        </p>
        <TextField label="Link" name="link" readOnly ref={field} value={link} />
        <output className="sr-only">{copied ? 'Link copied' : ''}</output>
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
