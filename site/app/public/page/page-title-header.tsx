// The title area of a page; the note for a list without records.
import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './page-title-header.module.css';
import { pageTexts } from './page-texts.ts';

/** The head of a page with records or text: its title and introduction. */
export function PageTitleHeader({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="band">
      <div className={classNames('page', styles.header)}>
        <h1>{title}</h1>
        {children}
      </div>
    </div>
  );
}

/** Shown instead of a list without records. */
export function EmptyListNotice({ text, className }: { text: string; className?: string }) {
  return (
    <div className={classNames(styles.empty, className)}>
      <p>{text}</p>
      <ButtonLink size="public" to="/contact" variant="secondary">
        {pageTexts.contactUs}
      </ButtonLink>
    </div>
  );
}
