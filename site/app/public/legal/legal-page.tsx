import type { ReactNode } from 'react';
import { RichText } from '../../texts/rich-text.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ArticleLayout } from '../page/article-layout.tsx';
import styles from './legal-page.module.css';
import type { LegalText } from './legal-text.server.ts';
import { legalTexts } from './legal-texts.ts';

const revisedTags = { time: (date: string) => <time dateTime="2026-11-22">{date}</time> };

/** A legal text with a list of contents; `children` stand beside its date. */
export function LegalPage({
  title,
  text,
  children,
}: {
  title: string;
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
            <RichText tags={revisedTags} text={legalTexts.revised} />
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
function renderToday(today: string) {
  return (
    <span data-clock="date" suppressHydrationWarning>
      {today}
    </span>
  );
}

const effectiveTags = { today: renderToday };

export function EffectiveDate({ today }: { today: string }) {
  return (
    <p>
      <RichText tags={effectiveTags} text={legalTexts.effective(today)} />
    </p>
  );
}
