import { serverClient } from '../../data/server-client.ts';
import { contentListHead } from '../../seo/content-list-head.ts';
import { ButtonLink } from '../../ui/button.tsx';
import type { Route } from './+types/list.ts';
import { PostCard } from './post-card.tsx';
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
          <h1>Resources & Insights</h1>
          <p>Practical guides in plain language, each with a checklist and one next step.</p>
        </div>
      </div>
      {posts.length === 0 ? (
        <div className="page services-empty">
          <p>No resources available at the moment.</p>
          <ButtonLink to="/contact" variant="secondary">
            Contact us
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
