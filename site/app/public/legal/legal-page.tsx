// The layout of a legal text: title, revision date, list of contents, effective date.
import type { ReactNode } from 'react';
import { RichText } from '../../texts/rich-text.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatLongDate } from '../../ui/format-values.ts';
import { PageTitleHeader } from '../page/page-title-header.tsx';
import { ArticleLayout } from '../page/article-layout.tsx';
import styles from '../page/article-layout.module.css';
import type { LegalText } from './legal-text.server.ts';
import { legalTexts } from './legal-texts.ts';

interface LegalPageProps {
  title: string;
  text: LegalText;
  /** "2026-11-23"; null for an owner's own text */
  revised: string | null;
  children: ReactNode;
}

export function LegalPage({ title, text, revised, children }: LegalPageProps) {
  return (
    <>
      <PageTitleHeader title={title}>
        <div>
          {children}
          {/* for an agency's own text, the date of its last revision is unknown */}
          {revised !== null && (
            <p className="muted">
              <RichText
                tags={{ time: (date) => <time dateTime={revised}>{date}</time> }}
                text={legalTexts.revised(formatLongDate(revised, 'UTC'))}
              />
            </p>
          )}
        </div>
      </PageTitleHeader>
      <ArticleLayout sections={text.sections}>
        {/* our own Markdown, rendered on the server with raw HTML off */}
        <div className={classNames('prose', styles.text)} dangerouslySetInnerHTML={{ __html: text.html }} />
      </ArticleLayout>
    </>
  );
}

/** Today in the agency's time zone, as specified. The inline script corrects a page that was cached over midnight. */
export function EffectiveDate({ text: { effective, timeZone } }: { text: LegalText }) {
  const renderToday = (today: string) => (
    <span data-clock="date" data-zone={timeZone} suppressHydrationWarning>
      {today}
    </span>
  );
  return (
    <p className="muted">
      <RichText tags={{ today: renderToday }} text={legalTexts.effective(effective)} />
    </p>
  );
}
