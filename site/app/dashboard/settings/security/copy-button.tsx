import { Button } from '../../../ui/button.tsx';
import { toastSuccess } from '../../../ui/toast.tsx';
import { showError } from '../../screen/show-error.ts';
import { securityTexts } from './security-texts.ts';

interface CopyButtonProps {
  /** what is copied */
  text: string;
  texts: { label: string; copied: string; failed: string };
}

/** Copies a text; without permission, says so, because the text is on the page. */
export function CopyButton({ text, texts }: CopyButtonProps) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      toastSuccess({ title: securityTexts.copied, description: texts.copied });
    } catch {
      showError(texts.failed);
    }
  }
  return (
    <Button onClick={() => void copy()} variant="secondary">
      {texts.label}
    </Button>
  );
}
