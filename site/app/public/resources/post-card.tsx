import { useAgency } from '../../agency/use-agency.ts';
import { ArtFile } from '../../art/art-file.tsx';
import { formatCardDate } from '../../ui/dates.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { Picture } from '../../ui/picture.tsx';
import { tileSizes } from '../../ui/picture-sources.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './resources.module.css';
import type { PostCardData } from './read-posts.ts';

export function PostCard({ post }: { post: PostCardData }) {
  const { timeZone } = useAgency();
  return (
    <li className="tile">
      <div className="tile-picture">
        {post.cover ? (
          <Picture alt={post.cover.alt} height={176} sizes={tileSizes} src={post.cover.url} width={480} />
        ) : (
          <ArtFile seed={post.slug} shape="tile" terrainSeed={post.title} />
        )}
      </div>
      <div className={classNames('tile-words', styles.card)}>
        {post.publishedAt !== null && (
          <time className="figure muted text-16" dateTime={post.publishedAt}>
            {formatCardDate(post.publishedAt, timeZone)}
          </time>
        )}
        <h2>
          <PageLink className="tile-link" to={`/resources/${post.slug}`}>
            {post.title}
          </PageLink>
        </h2>
        <p className="tile-pitch">{post.excerpt}</p>
      </div>
    </li>
  );
}
