import { serverClient } from '../../data/server-client.ts';
import { contentListHead } from '../../seo/content-list-head.ts';
import { ListEmpty, ListHeader } from '../page/list-header.tsx';
import type { Route } from './+types/list.ts';
import { PostCard } from './post-card.tsx';
import { contentTypes } from '../../content/content-types.ts';
import { resourcesTexts as texts } from './resources-texts.ts';
import { readPublishedPosts } from './read-posts.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return { posts: await readPublishedPosts(serverClient(context)) };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const posts = loaderData.posts.map(({ title, slug }) => ({ name: title, slug }));
  return contentListHead('posts', matches, posts);
}

export default function Resources({ loaderData: { posts } }: Route.ComponentProps) {
  return (
    <>
      <ListHeader title={contentTypes.posts.list.title}>
        <p>{texts.summary}</p>
      </ListHeader>
      {posts.length === 0 ? (
        <ListEmpty className="page py-72" text={texts.empty} />
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
