// A field for Markdown, with its preview.
import type { ContentField } from '../content-form.ts';
import { textField, type TextFieldOptions } from './text-field.tsx';
import { MarkdownArea } from './markdown-area.tsx';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, type ReactNode } from 'react';
import type { ContentTable } from '../../../content/content-types.ts';
import { Panel } from '../../screen/panel.tsx';
import { QueryResult } from '../../screen/query-result.tsx';
import { markdownTexts } from '../record-texts.ts';

/** A Markdown text, with a toolbar above it. */
export function markdownField(options: TextFieldOptions & { rows: number }): ContentField<string> {
  const { name, label, hint, rows } = options;
  return {
    ...textField(options),
    render: ({ id, value, error, onChange }) => (
      <MarkdownArea
        error={error}
        hint={hint}
        id={id}
        label={label}
        name={name}
        onChange={onChange}
        rows={rows}
        value={value}
      />
    ),
  };
}

const t = markdownTexts.preview;

interface MarkdownPreviewProps {
  /** the id of its panel */
  id: string;
  markdown: string;
  maxLength: number;
  /** the type of content whose preview it is */
  of: ContentTable;
  /** shown instead of an empty preview */
  emptyText: string;
  /** fetches the renderer of the public page */
  load: () => Promise<(markdown: string) => ReactNode>;
}

/** A preview with the renderer of the public page, which is fetched when first needed. */
export function MarkdownPreview({ id, ...text }: MarkdownPreviewProps) {
  return (
    <Panel id={id} padded stacked title={t.title}>
      <PreviewedText {...text} />
    </Panel>
  );
}

function PreviewedText({ markdown, maxLength, of, emptyText, load }: Omit<MarkdownPreviewProps, 'id'>) {
  const text = useDeferredValue(markdown);
  const renderer = useQuery({ queryKey: ['preview', of], queryFn: load, staleTime: Infinity });

  if (text.trim() === '') return <p className="small muted">{emptyText}</p>;
  // the renderer would block the page for seconds after each key press
  if (text.length > maxLength) return <p className="small muted">{t.tooLong(maxLength)}</p>;
  return (
    <QueryResult failedText={t.failed} loadingText={t.loading} query={renderer}>
      {(render) => render(text)}
    </QueryResult>
  );
}
