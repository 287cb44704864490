// The public page that lists published articles: loader, head, cards.
import { serverClient } from '../../data/server-client.ts';
import { contentListHead } from '../../seo/site-page-head.ts';
import { EmptyListNotice, PageTitleHeader } from '../page/page-title-header.tsx';
import { emptyListTexts } from '../page/record-texts.ts';
import type { Route } from './+types/list.ts';
import { contentTypes } from '../../content/content-types.ts';
import { readPublishedPosts, type PostCardData } from './read-posts.ts';
import { useAgency } from '../../agency/use-agency.ts';
import { TilePicture } from '../page/tile-picture.tsx';
import { formatShortDate } from '../../ui/format-values.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './resources.module.css';

export async function loader({ context }: Route.LoaderArgs) {
  return { posts: await readPublishedPosts(serverClient(context)) };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const posts = loaderData.posts.map(({ title, slug }) => ({ name: title, slug }));
  return contentListHead('posts', matches, posts);
}

export default function ResourcesPage({ loaderData: { posts } }: Route.ComponentProps) {
  return (
    <>
      <PageTitleHeader title={contentTypes.posts.list.title}>
        <p>{useAgency().resourcesIntro}</p>
      </PageTitleHeader>
      {posts.length === 0 ? (
        <EmptyListNotice className="page py-72" text={emptyListTexts.posts} />
      ) : (
        <ul className="tiles">
          {posts.map((post) => (
            <PostCard key={post.slug} post={post} />
          ))}
        </ul>
      )}
    </>
  );
}

function PostCard({ post }: { post: PostCardData }) {
  const { timeZone } = useAgency();
  return (
    <li className="tile">
      <TilePicture picture={post.cover} slug={post.slug} table="posts" />
      <div className={classNames('tile-words', styles.card)}>
        {post.publishedAt !== null && (
          <time className="figure muted text-16" dateTime={post.publishedAt}>
            {formatShortDate(post.publishedAt, timeZone)}
          </time>
        )}
        <h2>
          <PageLink className="tile-link" to={`/resources/${post.slug}`}>
            {post.title}
          </PageLink>
        </h2>
        <p className="mt-12">{post.excerpt}</p>
      </div>
    </li>
  );
}
