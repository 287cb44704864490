import { data } from 'react-router';
import { agencyOf, useAgency } from '../../agency/use-agency.ts';
import { serverClient } from '../../data/server-client.ts';
import { redirectIfMoved } from '../../seo/redirect-if-moved.server.ts';
import { notFoundHead, publicHead } from '../../seo/page-head.ts';
import { loaderHeaders, previewResponse, previewHead } from '../../seo/preview.ts';
import { contentTypes, recordPath } from '../../content/content-types.ts';
import { shareImagePath } from '../../seo/share-image-path.ts';
import { recordShare } from '../../seo/record-share.ts';
import { blogPosting, breadcrumbs } from '../../seo/structured-data.ts';
import { readPublishedServices, type ServiceTileData } from '../services/read-services.ts';
import { servicesForPost } from '../services/related-services.ts';
import { RelatedTiles } from '../services/related-tiles.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { formatCardDate } from '../../ui/dates.ts';
import { MissingRecord } from '../page/missing-record.tsx';
import { PreviewNote, PreviewExpired } from '../page/preview-note.tsx';
import { ArticleLayout } from '../page/article-layout.tsx';
import { DetailHeader } from '../page/detail-header.tsx';
import type { Route } from './+types/detail.ts';
import { renderArticle } from '../../content/article-html.ts';
import styles from './resources.module.css';
import { articleTexts as texts } from './article-texts.ts';
import { seoTexts } from '../../seo/seo-texts.ts';
import { readPostBySlug, readPostPreview, type PostPageData } from './read-posts.ts';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const client = serverClient(context);
  const { token } = params;
  const [found, services] = await Promise.all([
    token === undefined ? readPostBySlug(client, params.slug) : readPostPreview(client, token),
    readPublishedServices(client),
  ]);
  if (token !== undefined) return previewResponse({ page: found && pageOf(found, services) }, found && token);
  const status = found ? 200 : await redirectIfMoved(client, 'posts', params.slug, request);
  return data({ page: found && pageOf(found, services), previewUntil: null }, { status });
}

export const headers = loaderHeaders;

function pageOf(found: PostPageData, services: readonly ServiceTileData[]) {
  const { body, ...post } = found;
  return {
    post,
    article: body === null ? null : renderArticle(body),
    related: servicesForPost(found, services),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (loaderData?.previewUntil !== null) return previewHead(matches, loaderData?.page?.post.title);
  if (!loaderData.page) return notFoundHead(matches, texts.missing, seoTexts.missing);
  const { post } = loaderData.page;
  const path = recordPath('posts', post.slug);
  const facts = recordShare('posts', { name: post.title, slug: post.slug, category: null });
  const image = post.cover?.url ?? shareImagePath('posts', post.slug, facts, agencyOf(matches));
  return publicHead({
    matches,
    path,
    title: post.title,
    texts: [post.excerpt],
    type: 'article',
    share: { kind: 'posts', slug: post.slug, facts },
    describe: (origin, agency) => [
      blogPosting(origin, { ...post, name: post.title, path, image }, agency),
      breadcrumbs(origin, [
        { name: contentTypes.posts.label, path: contentTypes.posts.path },
        { name: post.title, path },
      ]),
    ],
  });
}

export default function Article({ loaderData: { page, previewUntil } }: Route.ComponentProps) {
  const { timeZone } = useAgency();
  if (!page && previewUntil !== null) return <PreviewExpired />;
  if (!page) return <MissingRecord table="posts" title={texts.missing} />;
  const { post, article, related } = page;
  return (
    <article>
      <PreviewNote until={previewUntil} />
      <DetailHeader picture={post.cover} seed={post.slug} tone="water" terrainSeed={post.title}>
        <Breadcrumbs current={post.title} list={contentTypes.posts.label} to={contentTypes.posts.path} />
        <h1>{post.title}</h1>
        <p>{post.excerpt}</p>
        <p className={styles.facts}>
          {post.publishedAt !== null && (
            <time className="figure" dateTime={post.publishedAt}>
              {formatCardDate(post.publishedAt, timeZone)}
            </time>
          )}
          {article && <span>{texts.readingTime(article.minutes)}</span>}
        </p>
      </DetailHeader>
      <ArticleLayout sections={article?.sections ?? []}>
        <div>
          {/* rendered on the server with raw HTML off (article-html.ts) */}
          {article && <div className="prose" dangerouslySetInnerHTML={{ __html: article.html }} />}
          <section aria-labelledby="next-title" className="next-step">
            <h2 id="next-title">{article?.nextStep?.title ?? texts.nextStep.title}</h2>
            {article?.nextStep ? (
              <div dangerouslySetInnerHTML={{ __html: article.nextStep.html }} />
            ) : (
              <p>{texts.nextStep.text}</p>
            )}
            <ButtonLink size="public" to="/contact">
              {texts.request}
            </ButtonLink>
          </section>
        </div>
      </ArticleLayout>
      <RelatedTiles services={related} title={texts.related} />
    </article>
  );
}
