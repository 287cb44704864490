import type { ContentTable } from '../../../../content/content-types.ts';
import { Description } from '../../../../content/description.tsx';
import type { ContentField } from '../../content-form.ts';
import { MarkdownPreview } from '../markdown/markdown-preview.tsx';
import { panelField } from '../panel-field.ts';
import { longestDescription, type DescriptionDraft } from './description-field.tsx';
import { descriptionTexts as t } from './description-texts.ts';

/** What visitors will read of a description in Markdown. */
export function descriptionPreview(table: ContentTable): ContentField {
  async function loadPreview() {
    const { renderDescription } = await import('../../../../content/render-description.ts');
    return (description: string) => (
      <Description text={renderDescription(table, { description, text_format: 'markdown' })} />
    );
  }

  return panelField('preview', ({ id, draft }) => {
    const { text, format } = draft['description'] as DescriptionDraft;
    if (format === 'plain') return null;
    return (
      <MarkdownPreview
        emptyText={t.emptyPreview}
        id={id}
        load={loadPreview}
        markdown={text}
        maxLength={longestDescription}
        of={table}
      />
    );
  });
}
