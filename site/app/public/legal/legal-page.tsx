import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { ArticleLayout } from '../page/article-layout.tsx';
import styles from './legal-page.module.css';
import type { LegalText } from './legal-text.server.ts';

/** A legal text with a list of contents; `children` stand beside its date. */
export function LegalPage({
  title,
  revised,
  text,
  children,
}: {
  title: string;
  revised: string;
  text: LegalText;
  children: ReactNode;
}) {
  return (
    <>
      <div className="band">
        <div className={classNames('page', styles.head)}>
          <h1>{title}</h1>
          {children}
          <p>
            Text last revised: <time dateTime="2026-11-22">{revised}</time>
          </p>
        </div>
      </div>
      <ArticleLayout sections={text.sections}>
        {/* our own Markdown, rendered on the server with raw HTML off */}
        <div className={classNames('prose', styles.text)} dangerouslySetInnerHTML={{ __html: text.html }} />
      </ArticleLayout>
    </>
  );
}

/** Today, as specified. The inline script corrects it to the visitor's clock. */
export function EffectiveDate({ today }: { today: string }) {
  return (
    <p>
      {'Effective date: '}
      <span data-clock="date" suppressHydrationWarning>
        {today}
      </span>
    </p>
  );
}
