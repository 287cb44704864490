// The screen of all uploaded images: search, where they are used, descriptions, deletion of several.
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useMayEditContent } from '../../auth/session/roles.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PagedList } from '../screen/paged-list.tsx';
import { SelectableList, SelectBox, useSelection } from '../screen/selection.tsx';
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
import styles from './media.module.css';

interface ImageCardProps {
  image: LibraryImage;
  selection: ReturnType<typeof useSelection>;
  onDo: (what: 'describe' | 'delete') => void;
  mayEdit: boolean;
}

function ImageCard({ image, selection, onDo, mayEdit }: ImageCardProps) {
  const { url, alt, name, uses, uploadedBy } = image;
  const label = imageLabel(image);
  return (
    <article className={classNames('relative flex overflow-hidden', styles.card, screenStyles.panel)}>
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
      {mayEdit && <SelectBox id={image.id} name={label} selection={selection} />}
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
  const shown = images.data ?? [];
  const selection = useSelection(shown);
  const undescribed = shown.filter(({ alt }) => alt === null);

  function closeDialog(): void {
    setDialog(undefined);
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.querySelector('h1')?.focus();
    });
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
      <SelectableList
        actions={
          <Button onClick={() => setDialog({ what: 'delete', images: selection.items })} variant="danger">
            <span>{t.removeSelected(selection.items.length)}</span>
          </Button>
        }
        one={t.one}
        selection={selection}
        what={t.what}
      >
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
              mayEdit={mayEdit}
              onDo={(what) => setDialog({ what, images: [image] })}
              selection={selection}
            />
          )}
        </PagedList>
      </SelectableList>
      {dialog?.what === 'describe' && <DescribeImagesDialog images={dialog.images} onClose={closeDialog} />}
      {dialog?.what === 'delete' && (
        <DeleteImagesDialog
          images={dialog.images}
          onClose={() => setDialog(undefined)}
          onDone={selection.clear}
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
