import { useDeferredValue, useEffect, useState } from 'react';
import { Spinner } from '../../ui/spinner.tsx';

type Render = typeof import('../article-html.ts').renderArticle;

/** The text as visitors will read it, by the very renderer of the page. It is fetched when first wanted. */
export function Preview({ markdown }: { markdown: string }) {
  const text = useDeferredValue(markdown);
  const [render, setRender] = useState<Render>();

  useEffect(() => {
    let isGone = false;
    void import('../article-html.ts').then(({ renderArticle }) => {
      if (!isGone) setRender(() => renderArticle);
      return undefined;
    });
    return () => {
      isGone = true;
    };
  }, []);

  if (text.trim() === '')
    return <p className="editor-note">Without a text the page shows the excerpt and what to do next.</p>;
  if (!render) return <Spinner label="Loading the preview…" />;
  const { html, nextStep, minutes } = render(text);
  return (
    <>
      <p className="editor-note">{minutes} min to read</p>
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
