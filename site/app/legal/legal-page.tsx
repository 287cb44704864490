import type { LegalText } from './legal-text.server.ts';

/** A legal text with its dates and its list of contents. */
export function LegalPage({ title, revised, text }: { title: string; revised: string; text: LegalText }) {
  return (
    <>
      <div className="band">
        <div className="page legal-head">
          <h1>{title}</h1>
          <p>
            Effective date: {/* the inline script corrects it by the visitor's clock */}
            <span data-clock="date" suppressHydrationWarning>
              {text.effective}
            </span>
          </p>
          <p>
            Text last revised: <time dateTime="2026-11-20">{revised}</time>
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
        {/* our own Markdown file, rendered on the server with raw HTML off */}
        <div className="prose article-column" dangerouslySetInnerHTML={{ __html: text.html }} />
      </div>
    </>
  );
}
