// A field for Markdown, with its preview.
import type { ContentField } from '../content-form.ts';
import { defineTextField, type TextFieldOptions } from './text-field.tsx';
import { MarkdownArea } from './markdown-area.tsx';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState, type ReactNode } from 'react';
import type { ContentTableName } from '../../../content/content-types.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Panel } from '../../screen/panel.tsx';
import { QueryResult } from '../../screen/query-result.tsx';
import { markdownTexts } from '../record-texts.ts';
import screenStyles from '../../screen/screen.module.css';

/** A Markdown text, with a toolbar above it. */
export function defineMarkdownField(options: TextFieldOptions & { rows: number }): ContentField<string> {
  const { name, label, hint, rows } = options;
  return {
    ...defineTextField(options),
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
  of: ContentTableName;
  /** shown instead of an empty preview */
  emptyText: string;
  /** fetches the renderer of the public page */
  load: () => Promise<(markdown: string) => ReactNode>;
}

/** Folded at first in narrow windows, where the fields that follow would be several screens further down. */
export function MarkdownPreview({ id, ...text }: MarkdownPreviewProps) {
  const [isOpen] = useState(() => matchMedia('(width >= 64rem)').matches);
  return (
    <Panel aria-label={t.title} id={id} padded>
      <details className={screenStyles.foldable} open={isOpen}>
        <summary>
          <h2 className={screenStyles.panelTitle}>{t.title}</h2>
          <Icon name="chevron-down" />
        </summary>
        <div className="stack mt-12">
          <PreviewedText {...text} />
        </div>
      </details>
    </Panel>
  );
}

/** With the renderer of the public page, which is fetched when first needed. */
function PreviewedText({ markdown, maxLength, of, emptyText, load }: Omit<MarkdownPreviewProps, 'id'>) {
  const text = useDeferredValue(markdown);
  const renderer = useQuery({ queryKey: ['preview', of], queryFn: load, staleTime: Infinity });

  if (text.trim() === '') return <p className="small muted">{emptyText}</p>;
  // for longer texts, the renderer would block the page for seconds after each key press
  if (text.length > maxLength) return <p className="small muted">{t.tooLong(maxLength)}</p>;
  return (
    <QueryResult failedText={t.failed} loadingText={t.loading} query={renderer}>
      {(render) => render(text)}
    </QueryResult>
  );
}
