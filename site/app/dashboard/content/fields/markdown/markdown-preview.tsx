import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { ListFailed } from '../../../screen/list-failed.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';

/** The public page's own renderer. */
function loadRenderer() {
  return import('../../../../content/article-html.ts');
}

/** The text as visitors will read it, by the page's own renderer, which is fetched when first needed. */
export function MarkdownPreview({ markdown, maxLength }: { markdown: string; maxLength: number }) {
  const text = useDeferredValue(markdown);
  const renderer = useQuery({ queryKey: ['article-renderer'], queryFn: loadRenderer, staleTime: Infinity });

  if (text.trim() === '')
    return <p className="small muted">With no text, the page shows the excerpt and a call to action.</p>;
  // the renderer would block the page for seconds at each key
  if (text.length > maxLength) {
    const most = maxLength.toLocaleString('en-CA');
    return (
      <p className="small muted">Too long to preview. Shorten the text to {most} characters or fewer.</p>
    );
  }
  if (renderer.isPending) return <Spinner label="Loading the preview…" />;
  if (renderer.isError) {
    return (
      <ListFailed
        busy={renderer.isFetching}
        onRetry={() => void renderer.refetch()}
        text="We couldn't load the preview. Your text is safe."
      />
    );
  }
  const { html, nextStep, minutes } = renderer.data.renderArticle(text);
  return (
    <>
      <p className="small muted">{minutes} min read</p>
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
