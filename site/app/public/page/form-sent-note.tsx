// What a form shows after it was sent.
import type { ComponentProps } from 'react';
import { Icon } from '../../ui/icon.tsx';
import styles from './form-sent-note.module.css';

interface SentNoteProps extends ComponentProps<'div'> {
  title: string;
  text?: string | undefined;
}

/** What was sent has arrived. `autoFocus` where the answer is a new page. */
export function FormSentNote({ title, text, children, ...rest }: SentNoteProps) {
  return (
    <div {...rest} className={styles.sent} tabIndex={-1}>
      <span>
        <Icon name="check" />
      </span>
      <div className="p-16-20">
        <p className="font-bold">{title}</p>
        {text !== undefined && <p>{text}</p>}
        {children}
      </div>
    </div>
  );
}
