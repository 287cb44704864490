import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, type ReactNode } from 'react';
import type { ContentTable } from '../../../../content/content-types.ts';
import { ListFailed } from '../../../screen/list-failed.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';

export interface MarkdownPreviewProps {
  markdown: string;
  maxLength: number;
  /** the type of content, whose preview it is */
  of: ContentTable;
  /** instead of a preview of nothing */
  emptyText: string;
  /** fetches the renderer of the public page */
  load: () => Promise<(markdown: string) => ReactNode>;
}

/** The text as visitors will read it, by the page's own renderer, which is fetched when first needed. */
export function MarkdownPreview({ markdown, maxLength, of, emptyText, load }: MarkdownPreviewProps) {
  const text = useDeferredValue(markdown);
  const renderer = useQuery({ queryKey: ['preview', of], queryFn: load, staleTime: Infinity });

  if (text.trim() === '') return <p className="small muted">{emptyText}</p>;
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
  return renderer.data(text);
}
