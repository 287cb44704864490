// The editor of posts.
import { defineTexts } from '../../texts/define-texts.ts';
import { formatShortDate } from '../../ui/format-values.ts';
import { defineContentScreen, isPublicRecord } from './content-form.ts';
import { defineMarkdownField } from './fields/define-markdown-field.tsx';
import { defineSeoField } from './fields/define-seo-field.tsx';
import { defineTextField } from './fields/text-field.tsx';
import { definePublishingTimeField } from './fields/publishing-time-field.tsx';
import type { renderArticle } from '../../content/render-article.ts';
import { markdownTexts } from './record-texts.ts';

const t = defineTexts({
  excerpt: {
    label: 'Excerpt',
    hint: 'One or two sentences. Shown on cards and in search results.',
    called: 'the excerpt',
  },
  text: {
    label: 'Text',
    hint: 'Markdown: ## heading, - list, **bold**, [link text](https://address).',
    called: 'the text',
  },
  emptyPreview: 'With no text, the page shows the excerpt and a call to action.',
  cover: 'Cover',
});
const maxLength = 100_000;

export const postsScreen = defineContentScreen('posts', {
  row: {
    columns: '',
    parts: (row, timeZone) => ({
      date: row.published_at && isPublicRecord(row) ? formatShortDate(row.published_at, timeZone) : null,
    }),
  },
  content: [
    defineTextField({
      name: 'excerpt',
      column: 'excerpt',
      ...t.excerpt,
      maxLength: 1000,
      rows: 2,
    }),
    defineMarkdownField({
      name: 'text',
      column: 'body',
      ...t.text,
      maxLength,
      nullable: true,
      rows: 18,
      preview: { of: 'posts', emptyText: t.emptyPreview, load: loadArticlePreview },
    }),
  ],
  panels: [defineSeoField('posts')],
  publishing: [definePublishingTimeField({ isDate: true })],
  picture: { title: t.cover, isLogo: false, mediaOf: null },
});

/** Renders a post like its page. */
async function loadArticlePreview() {
  const { renderArticle: render } = await import('../../content/render-article.ts');
  return (markdown: string) => <ArticlePreview article={render(markdown)} />;
}

interface ArticlePreviewProps {
  article: ReturnType<typeof renderArticle>;
}

function ArticlePreview({ article: { html, nextStep, minutes } }: ArticlePreviewProps) {
  return (
    <>
      <p className="small muted">{markdownTexts.preview.minutes(minutes)}</p>
      {/* raw HTML is off in the renderer, so markup is shown as text */}
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
