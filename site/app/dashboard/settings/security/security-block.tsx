// Parts that the blocks of the security card share.
import type { ReactNode, Ref } from 'react';
import styles from './security.module.css';
import { Button } from '../../../ui/button.tsx';
import { toastSuccess } from '../../../ui/toast.tsx';
import { showError } from '../../screen/show-error.ts';
import { securityTexts } from '../settings-texts.ts';

interface SecurityBlockProps {
  id: string;
  title: string;
  /** a badge */
  state?: ReactNode;
  text: ReactNode;
  /** gets the focus after an action */
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** A part of the security card: title, state, a sentence, actions. */
export function SecurityBlock({ id, title, state, text, headingRef, children }: SecurityBlockProps) {
  return (
    <div className={styles.block}>
      <div className={styles.head}>
        <h3 className="sans text-17 leading-14" id={id} ref={headingRef} tabIndex={-1}>
          {title}
        </h3>
        {state}
      </div>
      <p className="muted">{text}</p>
      {children}
    </div>
  );
}

interface CopyButtonProps {
  /** the text to copy */
  text: string;
  texts: { label: string; copied: string; failed: string };
}

/** Copies a text; if that is not permitted, shows a message, because the text is on the page. */
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
