// The dialog that chooses an uploaded image for a field.
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useModalWhileRendered } from '../../screen/confirm-dialog.tsx';
import { PagedList } from '../../screen/paged-list.tsx';
import screenStyles from '../../screen/screen.module.css';
import { ImageSearch } from './image-search.tsx';
import { LibraryImagePicture } from './library-image-picture.tsx';
import { libraryTexts } from './library-texts.ts';
import styles from './library.module.css';
import { imageLabel, useImages, type LibraryImage } from './use-images.ts';

const t = libraryTexts.choose;
const dialogId = 'choose-image';

export interface ChooseImageDialogProps {
  onChosen: (image: Pick<LibraryImage, 'url' | 'alt' | 'name'>) => void;
  onClose: () => void;
}

/** Open while it is rendered. Outside of any form, because React's events also reach the form around it. */
export default function ChooseImageDialog({ onChosen, onClose }: ChooseImageDialogProps) {
  const content = useModalWhileRendered<HTMLDivElement>('input');
  const [filter, setFilter] = useState({ term: '', isUndescribed: false });
  const images = useImages(filter);
  return createPortal(
    <Dialog className={styles.wide} id={dialogId} onClose={onClose} title={t.title}>
      <div className="stack gap-16 mt-16" ref={content}>
        <ImageSearch
          filter={filter}
          found={images.data ? { count: images.data.length, isMore: images.hasNextPage } : null}
          id="choose-image-search"
          onChange={(change) => setFilter((now) => ({ ...now, ...change }))}
        />
        <PagedList
          className={styles.choices}
          emptyText={filter.term === '' ? libraryTexts.empty : libraryTexts.noneFound}
          query={images}
          what={libraryTexts.what}
        >
          {(image) => (
            <button className={styles.choice} onClick={() => onChosen(image)} type="button">
              <span className={styles.thumbnail}>
                <LibraryImagePicture alt="" url={image.url} />
              </span>
              <span>{imageLabel(image)}</span>
            </button>
          )}
        </PagedList>
        <div className={screenStyles.dialogButtons}>
          <Button command="close" commandfor={dialogId} variant="secondary">
            {t.close}
          </Button>
        </div>
      </div>
    </Dialog>,
    document.body,
  );
}
