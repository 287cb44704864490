// The screen of all uploaded images: search, where they are used, descriptions, deletion of several.
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useMayEditContent } from '../../auth/session/roles.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PagedList } from '../screen/paged-list.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import screenStyles from '../screen/screen.module.css';
import { DeleteImagesDialog } from './library/delete-images-dialog.tsx';
import { DescribeImagesDialog } from './library/describe-images-dialog.tsx';
import { ImageSearch } from './library/image-search.tsx';
import { ImageUses } from './library/image-uses.tsx';
import { LibraryImagePicture } from './library/library-image-picture.tsx';
import { libraryTexts as t } from './library/library-texts.ts';
import { imageLabel, imagesQueryKey, useImages, type LibraryImage } from './library/use-images.ts';
import { PictureUploadZone, usePictureUpload } from './upload/picture-upload-zone.tsx';
import libraryStyles from './library/library.module.css';
import styles from './media.module.css';

interface ImageCardProps {
  image: LibraryImage;
  isSelected: boolean;
  onSelect: () => void;
  onDo: (what: 'describe' | 'delete') => void;
  mayEdit: boolean;
}

function ImageCard({ image, isSelected, onSelect, onDo, mayEdit }: ImageCardProps) {
  const { url, alt, name, uses, uploadedBy } = image;
  const label = imageLabel(image);
  return (
    <article
      className={classNames('flex overflow-hidden', styles.card, libraryStyles.card, screenStyles.panel)}
    >
      <div className={classNames('center flex-none overflow-hidden bg-shoal', styles.picture)}>
        <LibraryImagePicture alt="" url={url} />
      </div>
      <div className={classNames('grid flex-1 items-start gap-10', styles.words)}>
        <h2 className={screenStyles.panelTitle}>{label}</h2>
        {alt === null && <p className="muted">{t.card.undescribed}</p>}
        {alt === '' && <p className="muted">{t.card.decorative}</p>}
        {alt && name !== '' && <p className="muted small">{name}</p>}
        {uploadedBy !== null && <p className="muted small">{t.card.uploadedBy(uploadedBy)}</p>}
        <ImageUses uses={uses} />
        {mayEdit && (
          <span className={styles.buttons}>
            <IconButton icon="edit" label={t.card.describe(label)} onClick={() => onDo('describe')} />
            <IconButton icon="trash" label={t.card.remove(label)} onClick={() => onDo('delete')} />
          </span>
        )}
      </div>
      {mayEdit && (
        <label className={libraryStyles.select}>
          <input aria-label={t.card.select(label)} checked={isSelected} onChange={onSelect} type="checkbox" />
        </label>
      )}
    </article>
  );
}

type OpenDialog =
  | { what: 'describe'; images: readonly Pick<LibraryImage, 'id' | 'url' | 'alt' | 'name'>[] }
  | { what: 'delete'; images: readonly LibraryImage[] };

export default function AllImagesScreen() {
  const [filter, setFilter] = useState({ term: '', isUndescribed: false });
  const images = useImages(filter);
  const mayEdit = useMayEditContent();
  const [dialog, setDialog] = useState<OpenDialog>();
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const shown = images.data ?? [];
  // a selected image that the filter hides is not deleted with the others
  const selected = shown.filter(({ id }) => selectedIds.has(id));
  const undescribed = shown.filter(({ alt }) => alt === null);

  function closeDialog(): void {
    setDialog(undefined);
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.querySelector('h1')?.focus();
    });
  }

  function toggle(id: string): void {
    const ids = new Set(selectedIds);
    if (!ids.delete(id)) ids.add(id);
    setSelectedIds(ids);
  }

  return (
    <>
      <ScreenHeading text={t.description} title={t.title} />
      <div className="stack gap-16 mb-24">
        {mayEdit && <UploadToLibrary />}
        <ImageSearch
          filter={filter}
          found={images.data ? { count: shown.length, isMore: images.hasNextPage } : null}
          id="search-images"
          onChange={(change) => setFilter((now) => ({ ...now, ...change }))}
        />
        {mayEdit && filter.isUndescribed && undescribed.length > 1 && (
          <div>
            <Button
              icon="edit"
              onClick={() => setDialog({ what: 'describe', images: undescribed })}
              variant="secondary"
            >
              {t.describeAll}
            </Button>
          </div>
        )}
      </div>
      <PagedList
        chart="images"
        className={classNames('stack gap-16', screenStyles.cardGrid)}
        emptyText={filter.term !== '' ? t.noneFound : filter.isUndescribed ? t.allDescribed : t.empty}
        query={images}
        what={t.what}
      >
        {(image) => (
          <ImageCard
            image={image}
            isSelected={selectedIds.has(image.id)}
            mayEdit={mayEdit}
            onDo={(what) => setDialog({ what, images: [image] })}
            onSelect={() => toggle(image.id)}
          />
        )}
      </PagedList>
      {selected.length > 0 && (
        <fieldset aria-label={t.selected.count(selected.length)} className={libraryStyles.bar}>
          <p aria-live="polite" className="font-semibold">
            {t.selected.count(selected.length)}
          </p>
          <Button onClick={() => setDialog({ what: 'delete', images: selected })} variant="danger">
            <span>{t.selected.remove(selected.length)}</span>
          </Button>
          <Button
            onClick={() => {
              setSelectedIds(new Set());
              document.querySelector('h1')?.focus();
            }}
            variant="secondary"
          >
            {t.selected.clear}
          </Button>
        </fieldset>
      )}
      {dialog?.what === 'describe' && <DescribeImagesDialog images={dialog.images} onClose={closeDialog} />}
      {dialog?.what === 'delete' && (
        <DeleteImagesDialog
          images={dialog.images}
          onClose={() => setDialog(undefined)}
          onDone={() => setSelectedIds(new Set())}
        />
      )}
    </>
  );
}

/** The new image is the first of the list, without a description. */
function UploadToLibrary() {
  const queries = useQueryClient();
  const upload = usePictureUpload(() => void queries.invalidateQueries({ queryKey: [imagesQueryKey] }));
  const { made, file } = upload;
  return (
    <PictureUploadZone
      doneText={made && file === null ? t.uploaded(made.name) : null}
      label={t.upload}
      upload={upload}
    />
  );
}
