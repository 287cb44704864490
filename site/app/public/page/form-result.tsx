// What a form shows after it was sent.
import type { ComponentProps } from 'react';
import { Icon } from '../../ui/icon.tsx';
import styles from './form-result.module.css';

interface ProblemSummaryProps extends ComponentProps<'div'> {
  title: string;
  /** the first rule, or what became of what was written */
  note?: string | undefined;
  /** of the fields, by the hash of each */
  links?: readonly { href: string; text: string }[];
}

/** What is wrong with what was sent, with links to the fields. `autoFocus` where the answer is a new page. */
export function ProblemSummary({ title, note, links = [], ...rest }: ProblemSummaryProps) {
  return (
    <div {...rest} className={styles.problems} role="alert" tabIndex={-1}>
      <p className="flex items-start gap-10 font-bold error">
        <Icon className="mt-4" name="warning" />
        <span>{title}</span>
      </p>
      {note !== undefined && <p>{note}</p>}
      {links.length > 0 && (
        <ul className="mt-6">
          {links.map(({ href, text }) => (
            <li key={href}>
              <a href={href}>{text}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface SentNoteProps extends ComponentProps<'div'> {
  title: string;
  text: string;
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
        <p>{text}</p>
        {children}
      </div>
    </div>
  );
}
