import { agency } from '../agency.ts';
import { Badge } from '../ui/badge.tsx';
import { PagedList } from '../ui/screen/paged-list.tsx';
import { ScreenHeading } from '../ui/screen/screen-heading.tsx';
import { useMedia, type MediaItem } from './list-media.ts';
import { MediaPicture } from './media-picture.tsx';
import './media.css';

export function meta() {
  return [{ title: `Media · ${agency.name}` }];
}

function MediaCard({ item }: { item: MediaItem }) {
  const isService = item.source === 'service';
  return (
    <article className="media-card panel">
      <MediaPicture item={item} />
      <div className="media-words">
        <h2 className="panel-title">
          {isService ? 'Service' : 'App'}: {item.of ?? 'none'}
        </h2>
        <p className="flex flex-wrap gap-2">
          <Badge variant="outline">{item.kind}</Badge>
          <Badge variant={isService ? 'land' : 'secondary'}>{item.source}</Badge>
        </p>
        <p className="text-muted">{item.alt || 'No description yet'}</p>
      </div>
    </article>
  );
}

export default function AdminMedia() {
  const media = useMedia();
  return (
    <>
      <ScreenHeading text="Manage images and media for services and apps" title="Media Management" />
      <PagedList
        className="card-grid"
        emptyText="No media found. Upload your first media file to get started."
        query={media}
        what="media"
      >
        {(item) => <MediaCard item={item} />}
      </PagedList>
    </>
  );
}
