// The form definition of case studies: its fields, its list row, the Markdown preview.
import { contentTypeOf } from '../../content/content-types.ts';
import { defineTexts } from '../../texts/define-texts.ts';
import { formatShortDate } from '../../ui/format-values.ts';
import { defineContentScreen, isPublicRecord } from './content-form.ts';
import { defineMarkdownField } from './fields/define-markdown-field.tsx';
import { definePublishingTimeField } from './fields/publishing-time-field.tsx';
import { quotationField } from './fields/quotation-field.tsx';
import { serviceLinksField } from './fields/service-links-field.tsx';
import { defineSeoField } from './fields/define-seo-field.tsx';
import { defineTextField } from './fields/text-field.tsx';
import { defineWordListField } from './fields/words-field.tsx';

const t = defineTexts({
  excerpt: {
    label: 'Summary',
    hint: 'One or two sentences. Shown on cards and in search results.',
    called: 'the summary',
  },
  client: {
    label: 'Client',
    hint: 'Their name, if they agreed to it, or a description such as “A dental clinic in Halifax”.',
    called: 'the client',
  },
  problem: { label: 'The problem', hint: 'Leave a blank line between paragraphs.', called: 'the problem' },
  text: {
    label: 'What we did',
    hint: 'Markdown: ## heading, - list, **bold**, [link text](https://address).',
    called: 'the text',
  },
  results: { label: 'Results (start with the number: 63% more calls)', one: 'result', called: 'results' },
  emptyPreview: 'With no text, the page leaves this section out.',
  picture: 'Image',
});
const maxLength = 100_000;

async function loadPreview() {
  const { renderMarkdown } = await import('../../ui/markdown.ts');
  const { topHeading } = contentTypeOf('case_studies').longText;
  return (markdown: string) => (
    // raw HTML is off in the renderer, so markup is shown as text
    <div className="prose" dangerouslySetInnerHTML={{ __html: renderMarkdown(markdown, topHeading).html }} />
  );
}

export const caseStudiesScreen = defineContentScreen('case_studies', {
  row: {
    columns: 'client,results',
    parts: (row, timeZone) => ({
      badge: (row['client'] as string) || null,
      chips: (row['results'] as string[]).slice(0, 1),
      date: row.published_at && isPublicRecord(row) ? formatShortDate(row.published_at, timeZone) : null,
    }),
  },
  content: [
    defineTextField({ name: 'excerpt', column: 'excerpt', ...t.excerpt, maxLength: 1000, rows: 2 }),
    defineTextField({ name: 'client', column: 'client', ...t.client, maxLength: 200, optional: true }),
    defineTextField({ name: 'problem', column: 'problem', ...t.problem, maxLength: 5000, rows: 5 }),
    defineMarkdownField({
      name: 'text',
      column: 'body',
      ...t.text,
      maxLength,
      nullable: true,
      rows: 14,
      preview: { of: 'case_studies', emptyText: t.emptyPreview, load: loadPreview },
    }),
    defineWordListField({ name: 'results', column: 'results', ...t.results }),
    quotationField,
  ],
  panels: [defineSeoField('case_studies')],
  publishing: [serviceLinksField, definePublishingTimeField({ isDate: true })],
  picture: { title: t.picture, isLogo: false, mediaOf: null },
});
