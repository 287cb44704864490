import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { dismissErrors, toast } from '../../ui/toast.tsx';
import { RichText } from '../../texts/rich-text.tsx';
import { showError } from './show-error.ts';
import { screenTexts } from './screen-texts.ts';

const t = screenTexts.preview;

export interface PreviewButtonProps {
  /** name of the record */
  title: string;
  /** asks for the signed path */
  sign: () => Promise<string>;
  /** the editor has changes that the preview will not show */
  isChanged?: boolean;
}

const form = 'preview';

/** Opens the page of a draft in a new tab. The tab comes first: after waiting, browsers would block it. */
export function PreviewButton({ title, sign, isChanged = false }: PreviewButtonProps) {
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
          title: t.ready,
          description: t.blocked,
          action: { label: t.open, onClick: () => location.assign(path) },
        });
    } catch (error) {
      tab?.close();
      showError(error as Error, form);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button busy={busy} icon="eye" onClick={() => void open()} variant="secondary">
      <RichText text={isChanged ? t.savedDraft(title) : t.draft(title)} />
    </Button>
  );
}
