// The layout of a long text beside its list of contents.
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import styles from './article-layout.module.css';
import { pageTexts } from './page-texts.ts';

interface ArticleLayoutProps {
  sections: readonly { id: string; title: string }[];
  children: ReactNode;
}

/** A long text with its list of contents, if it has more than one section. `children` must be one element. */
export function ArticleLayout({ sections, children }: ArticleLayoutProps) {
  return (
    <div className={classNames('page', styles.layout)} data-record-body="">
      {sections.length > 1 && (
        <nav aria-labelledby="contents-title" className={styles.contents} data-screen-only="">
          <h2 id="contents-title">{pageTexts.contents}</h2>
          <ol>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      {children}
    </div>
  );
}
