// The public page of one article: loader, head, rendered Markdown, related services.
import { useAgency } from '../../agency/use-agency.ts';
import { serverClient } from '../../data/server-client.ts';
import { recordPageHead } from '../../seo/record-head.ts';
import { createRecordPageResponse } from '../../seo/record-response.server.ts';
import { blogPostingJsonLd } from '../../seo/structured-data.ts';
import { readPublishedServices, type ServiceTileData } from '../services/read-services.ts';
import { servicesForPost, RelatedServiceTiles } from '../services/related-tiles.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { formatShortDate } from '../../ui/format-values.ts';
import { RecordNotFoundPage, PreviewNotice, DetailHeader } from '../page/detail-page.tsx';
import { ArticleLayout } from '../page/article-layout.tsx';
import type { Route } from './+types/detail.ts';
import { renderArticle } from '../../content/render-article.ts';
import styles from './resources.module.css';
import { articleTexts as texts } from './article-texts.ts';
import { readPost, type PostPageData } from './read-posts.ts';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const client = serverClient(context);
  const [found, services] = await Promise.all([readPost(client, params), readPublishedServices(client)]);
  return createRecordPageResponse(client, 'posts', { params, request }, found !== null, {
    page: found && pageOf(found, services),
  });
}

function pageOf(found: PostPageData, services: readonly ServiceTileData[]) {
  const { body, ...post } = found;
  return {
    post,
    article: body === null ? null : renderArticle(body),
    related: servicesForPost(found, services),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const post = loaderData?.page?.post;
  return recordPageHead(
    'posts',
    matches,
    loaderData?.previewUntil,
    texts.missing,
    post && {
      name: post.title,
      slug: post.slug,
      seo: post.seo,
      texts: [post.excerpt],
      type: 'article',
      describe: (origin, agency, page) => blogPostingJsonLd(origin, { ...post, ...page }, agency),
    },
  );
}

export default function PostPage({ loaderData: { page, previewUntil } }: Route.ComponentProps) {
  const { timeZone, articleClosing } = useAgency();
  if (!page) return <RecordNotFoundPage previewUntil={previewUntil} table="posts" title={texts.missing} />;
  const { post, article, related } = page;
  return (
    <article>
      <PreviewNotice until={previewUntil} />
      <DetailHeader name={post.title} picture={post.cover} seed={post.slug} table="posts" tone="water">
        <h1>{post.title}</h1>
        <p>{post.excerpt}</p>
        <p className={styles.facts}>
          {post.publishedAt !== null && (
            <time className="figure" dateTime={post.publishedAt}>
              {formatShortDate(post.publishedAt, timeZone)}
            </time>
          )}
          {article && <span>{texts.readingTime(article.minutes)}</span>}
        </p>
      </DetailHeader>
      <ArticleLayout sections={article?.sections ?? []}>
        <div>
          {/* rendered on the server with raw HTML off (render-article.ts) */}
          {article && <div className="prose" dangerouslySetInnerHTML={{ __html: article.html }} />}
          <section aria-labelledby="next-title" className="next-step">
            <h2 id="next-title">{article?.nextStep?.title ?? texts.nextStep.title}</h2>
            {article?.nextStep ? (
              <div dangerouslySetInnerHTML={{ __html: article.nextStep.html }} />
            ) : (
              <p>{articleClosing}</p>
            )}
            <ButtonLink className="mt-20" size="public" to="/contact">
              {texts.request}
            </ButtonLink>
          </section>
        </div>
      </ArticleLayout>
      <RelatedServiceTiles services={related} title={texts.related} />
    </article>
  );
}
