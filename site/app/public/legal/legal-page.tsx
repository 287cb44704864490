import type { ReactNode } from 'react';
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
        <div className="page legal-head">
          <h1>{title}</h1>
          {children}
          <p>
            Text last revised: <time dateTime="2026-11-22">{revised}</time>
          </p>
        </div>
      </div>
      <div className="page article-body">
        <nav aria-labelledby="contents-title" className="toc">
          <h2 id="contents-title">On this page</h2>
          <ol>
            {text.sections.map(({ id, title: name }) => (
              <li key={id}>
                <a href={`#${id}`}>{name}</a>
              </li>
            ))}
          </ol>
        </nav>
        {/* our own Markdown, rendered on the server with raw HTML off */}
        <div className="prose article-column" dangerouslySetInnerHTML={{ __html: text.html }} />
      </div>
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
