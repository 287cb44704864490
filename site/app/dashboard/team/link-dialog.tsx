import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { teamTexts } from './team-texts.ts';
import screenStyles from '../screen/screen.module.css';

const t = teamTexts.link;
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
    <Dialog id={dialogId} onClose={onClose} title={t.title(name)}>
      <div className="stack mt-16 text-17">
        <p>{t.description(name)}</p>
        <TextField label={t.label} name="link" readOnly ref={field} value={link} />
        <output className="sr-only">{copied ? t.copiedAnnouncement : ''}</output>
      </div>
      <div className={screenStyles.dialogButtons}>
        <Button onClick={() => void copy()} variant="secondary">
          {copied ? t.copied : t.copy}
        </Button>
        <Button command="close" commandfor={dialogId}>
          {t.done}
        </Button>
      </div>
    </Dialog>
  );
}
