import { serverClient } from '../../data/server-client.ts';
import { contentListHead } from '../../seo/content-list-head.ts';
import { ButtonLink } from '../../ui/button.tsx';
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
      <div className="band">
        <div className="page services-head">
          <h1>{contentTypes.posts.list.title}</h1>
          <p>{texts.summary}</p>
        </div>
      </div>
      {posts.length === 0 ? (
        <div className="page services-empty">
          <p>{texts.empty}</p>
          <ButtonLink to="/contact" variant="secondary">
            {texts.contact}
          </ButtonLink>
        </div>
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
