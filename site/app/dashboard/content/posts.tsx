import { formatCardDate } from '../../ui/dates.ts';
import { contentScreen } from './content-form.ts';
import { dayField } from './fields/day-field.tsx';
import { loadArticlePreview } from './fields/markdown/load-article-preview.tsx';
import { markdownField } from './fields/markdown/markdown-field.tsx';
import { MarkdownPreview } from './fields/markdown/markdown-preview.tsx';
import { panelField } from './fields/panel-field.ts';
import { textField } from './fields/text-field.tsx';
import { Panel } from '../screen/panel.tsx';

const maxLength = 100_000;

export const posts = contentScreen('posts', {
  row: {
    columns: 'published_at',
    parts: ({ published_at: date }) => ({ date: typeof date === 'string' ? formatCardDate(date) : null }),
  },
  content: [
    textField({
      name: 'excerpt',
      column: 'excerpt',
      label: 'Excerpt',
      hint: 'One or two sentences. Shown on cards and in search results.',
      maxLength: 1000,
      rows: 2,
    }),
    markdownField({
      name: 'text',
      column: 'body',
      label: 'Text',
      hint: 'Markdown: ## heading, - list, **bold**, [link text](https://address).',
      maxLength,
      nullable: true,
      rows: 18,
    }),
  ],
  panels: [
    panelField('preview', ({ draft }) => (
      <Panel id="post-preview" padded stacked title="Preview">
        <MarkdownPreview
          emptyText="With no text, the page shows the excerpt and a call to action."
          load={loadArticlePreview}
          markdown={String(draft['text'])}
          maxLength={maxLength}
          of="posts"
        />
      </Panel>
    )),
  ],
  publishing: [dayField],
  picture: { title: 'Cover', isLogo: false, mediaOf: null },
});
