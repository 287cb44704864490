import type { renderArticle } from '../../../../content/article-html.ts';
import { markdownTexts } from './markdown-texts.ts';

/** Renders a post as its page does. */
export async function loadArticlePreview() {
  const { renderArticle: render } = await import('../../../../content/article-html.ts');
  return (markdown: string) => <ArticlePreview article={render(markdown)} />;
}

function ArticlePreview({
  article: { html, nextStep, minutes },
}: {
  article: ReturnType<typeof renderArticle>;
}) {
  return (
    <>
      <p className="small muted">{markdownTexts.preview.minutes(minutes)}</p>
      {/* raw HTML is off in the renderer: what looks like markup is shown as text */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      {nextStep && (
        <section className="next-step">
          <h2>{nextStep.title}</h2>
          <div dangerouslySetInnerHTML={{ __html: nextStep.html }} />
        </section>
      )}
    </>
  );
}
