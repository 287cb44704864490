import { useState } from 'react';
import { agency } from '../../agency.ts';
import { useMayEditContent } from '../../auth/session/roles.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PagedList } from '../screen/paged-list.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { DeleteMedia } from './delete-media.tsx';
import { EditMedia } from './edit-media.tsx';
import { useMedia, type MediaItem } from './use-media.ts';
import { MediaPicture } from './media-picture.tsx';
import { AddMedia } from './upload/add-media.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './media.module.css';

type OpenDialog = { what: 'add' } | { what: 'edit' | 'delete'; item: MediaItem };

export function meta() {
  return [{ title: `Media · ${agency.name}` }];
}

function MediaCard({ item, onDo }: { item: MediaItem; onDo: ((what: 'edit' | 'delete') => void) | null }) {
  const isService = item.source === 'service';
  const name = item.alt || `${item.kind} of ${item.of ?? 'none'}`;
  return (
    <article className={classNames(styles.card, 'panel')}>
      <MediaPicture item={item} />
      <div className={styles.words}>
        <h2 className="panel-title">
          {isService ? 'Service' : 'App'}: {item.of ?? 'none'}
        </h2>
        <p className={styles.badges}>
          <Badge variant="outline">{item.kind}</Badge>
          <Badge variant={isService ? 'land' : 'secondary'}>{item.source}</Badge>
        </p>
        <p className="muted">{item.alt || 'Decorative'}</p>
        {onDo && (
          <span className={styles.buttons}>
            <button
              aria-label={`Edit ${name}`}
              className="icon-button"
              onClick={() => onDo('edit')}
              type="button"
            >
              <Icon name="edit" />
            </button>
            <button
              aria-label={`Delete ${name}`}
              className="icon-button"
              onClick={() => onDo('delete')}
              type="button"
            >
              <Icon name="trash" />
            </button>
          </span>
        )}
      </div>
    </article>
  );
}

export default function AdminMedia() {
  const media = useMedia();
  const mayEdit = useMayEditContent();
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  function closeDialog(): void {
    setOpenDialog(undefined);
  }
  return (
    <>
      <ScreenHeading
        aside={
          mayEdit && (
            <Button icon="plus" onClick={() => setOpenDialog({ what: 'add' })} size="dashboard">
              Add Media
            </Button>
          )
        }
        text="Manage images and media for services and apps"
        title="Media Management"
      />
      <PagedList
        className="card-grid"
        emptyText="No media found. Upload your first media file to get started."
        query={media}
        what="media"
      >
        {(item) => <MediaCard item={item} onDo={mayEdit ? (what) => setOpenDialog({ what, item }) : null} />}
      </PagedList>
      {openDialog?.what === 'add' && <AddMedia onClose={closeDialog} owner={null} title="Add media" />}
      {openDialog?.what === 'edit' && <EditMedia item={openDialog.item} onClose={closeDialog} />}
      {openDialog?.what === 'delete' && (
        <DeleteMedia item={openDialog.item} of={openDialog.item.of} onClose={closeDialog} />
      )}
    </>
  );
}
