// The note that a form shows after it was sent.
import type { ComponentProps } from 'react';
import { Icon } from '../../ui/icon.tsx';
import styles from './form-sent-notice.module.css';

interface FormSentNoticeProps extends ComponentProps<'div'> {
  title: string;
  text?: string | undefined;
}

/** Confirms that a form was received. `autoFocus` is for a response that is a new page. */
export function FormSentNotice({ title, text, children, ...rest }: FormSentNoticeProps) {
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
