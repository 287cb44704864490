// The media screen: cards of pictures of services or apps, dialogs to add, edit, delete them.
import { useState } from 'react';
import { useMayEditContent } from '../../auth/session/roles.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { PagedList } from '../screen/paged-list.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { DeleteMediaDialog, EditMediaDialog } from './edit-media.tsx';
import { mediaKindLabel } from './media-owner-types.ts';
import { useMedia, type MediaItem } from './use-media.ts';
import { mediaTexts } from './media-texts.ts';
import { AddMediaDialog } from './upload/add-media.tsx';
import { classNames } from '../../ui/class-names.ts';
import screenStyles from '../screen/screen.module.css';
import styles from './media.module.css';
import { Icon } from '../../ui/icon.tsx';
import { tilePictureSizes } from '../../ui/picture-sources.ts';
import { Picture } from '../../ui/picture.tsx';

const t = mediaTexts.card;

type SubmitDialog = { what: 'add' } | { what: 'edit' | 'delete'; item: MediaItem };

function MediaCard({ item, onDo }: { item: MediaItem; onDo: ((what: 'edit' | 'delete') => void) | null }) {
  const name = item.alt || t.undescribed(mediaKindLabel(item.kind), item.of);
  return (
    <article className={classNames('flex overflow-hidden', styles.card, screenStyles.panel)}>
      <MediaPicture item={item} />
      <div className={classNames('grid flex-1 items-start gap-10', styles.words)}>
        <h2 className={screenStyles.panelTitle}>{t.titles[item.source](item.of)}</h2>
        <p className="cluster gap-8">
          <Badge variant="outline">{mediaKindLabel(item.kind)}</Badge>
          <Badge variant={item.source === 'service' ? 'land' : 'secondary'}>{t.sources[item.source]}</Badge>
        </p>
        <p className="muted">{item.alt || t.decorative}</p>
        {onDo && (
          <span className={styles.buttons}>
            <IconButton icon="edit" label={t.edit(name)} onClick={() => onDo('edit')} />
            <IconButton icon="trash" label={t.remove(name)} onClick={() => onDo('delete')} />
          </span>
        )}
      </div>
    </article>
  );
}

export default function MediaScreen() {
  const media = useMedia();
  const mayEdit = useMayEditContent();
  const [openDialog, setOpenDialog] = useState<SubmitDialog>();
  function closeDialog(): void {
    setOpenDialog(undefined);
  }
  return (
    <>
      <ScreenHeading
        aside={
          mayEdit && (
            <Button icon="plus" onClick={() => setOpenDialog({ what: 'add' })}>
              {mediaTexts.add}
            </Button>
          )
        }
        text={mediaTexts.description}
        title={mediaTexts.title}
      />
      <PagedList
        chart="media"
        className={classNames('stack gap-16', screenStyles.cardGrid)}
        emptyText={mediaTexts.empty}
        query={media}
        what={mediaTexts.what}
      >
        {(item) => <MediaCard item={item} onDo={mayEdit ? (what) => setOpenDialog({ what, item }) : null} />}
      </PagedList>
      {openDialog?.what === 'add' && (
        <AddMediaDialog onClose={closeDialog} owner={null} title={mediaTexts.addTitle} />
      )}
      {openDialog?.what === 'edit' && <EditMediaDialog item={openDialog.item} onClose={closeDialog} />}
      {openDialog?.what === 'delete' && (
        <DeleteMediaDialog item={openDialog.item} of={openDialog.item.of} onClose={closeDialog} />
      )}
    </>
  );
}

const imageKinds = new Set(['image', 'screenshot', 'hero', 'logo']);
const imageFile = /\.(avif|gif|jpe?g|png|svg|webp)($|[?#])/i;

export function isImageItem({ kind, url }: Pick<MediaItem, 'kind' | 'url'>): boolean {
  return imageKinds.has(kind.toLowerCase()) || imageFile.test(url);
}

/** The picture, or an icon if it is no image or fails to load. */
function MediaPicture({ item }: { item: MediaItem }) {
  const [broken, setBroken] = useState(false);
  return (
    <div className={classNames('center flex-none overflow-hidden bg-shoal', styles.picture)}>
      {broken || !isImageItem(item) ? (
        <Icon name="image" />
      ) : (
        <Picture
          alt={item.alt}
          height={300}
          onError={() => setBroken(true)}
          sizes={tilePictureSizes}
          src={item.url}
          width={480}
        />
      )}
      {broken && <span className="sr-only">{mediaTexts.card.broken}</span>}
    </div>
  );
}
