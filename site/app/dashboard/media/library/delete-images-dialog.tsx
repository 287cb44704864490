// The dialog that deletes images, or says where they are used.
import { classNames } from '../../../ui/class-names.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ConfirmWriteDialog } from '../../screen/confirm-write-dialog.tsx';
import { useModalWhileRendered } from '../../screen/confirm-dialog.tsx';
import { screenTexts } from '../../screen/screen-texts.ts';
import screenStyles from '../../screen/screen.module.css';
import { describePlaces } from './image-uses.tsx';
import { libraryTexts } from './library-texts.ts';
import { deleteImages, imageLabel, imagesQueryKey, isImageInUse, type LibraryImage } from './use-images.ts';

const t = libraryTexts.remove;
const dialogId = 'delete-images';

interface DeleteImagesDialogProps {
  images: readonly LibraryImage[];
  /** called after a deletion */
  onDone: () => void;
  onClose: () => void;
}

function UsedImages({ images }: { images: readonly LibraryImage[] }) {
  return images.map((image) => (
    <li key={image.id}>{t.inUse(imageLabel(image), describePlaces(image.uses))}</li>
  ));
}

/** Open while it is rendered. Images in use stay: the dialog says where they are used. */
export function DeleteImagesDialog({ images, onDone, onClose }: DeleteImagesDialogProps) {
  const used = images.filter(isImageInUse);
  const unused = images.filter((image) => !isImageInUse(image));
  const [first] = unused;
  if (!first) return <ImagesInUseDialog images={used} onClose={onClose} />;
  const count = unused.length;
  return (
    <ConfirmWriteDialog
      busyText={t.busy}
      done={(deleted) => ({ title: t.done, description: t.doneText(deleted, count - deleted) })}
      id={dialogId}
      onClose={onClose}
      onDone={() => {
        onDone();
        // the button that opened the dialog is removed
        document.querySelector('h1')?.focus();
      }}
      queryKeys={[imagesQueryKey]}
      title={t.title(count, imageLabel(first))}
      write={() => deleteImages(unused.map(({ id }) => id))}
      yes={t.confirm(count)}
    >
      <ul className={classNames('stack buoys gap-10', screenStyles.consequences)}>
        <li>{t.unused(count)}</li>
        {unused.some(({ uses }) => uses.length > 0) && <li>{t.versions}</li>}
        <UsedImages images={used} />
      </ul>
      <p>{screenTexts.deletion.final}</p>
    </ConfirmWriteDialog>
  );
}

function ImagesInUseDialog({ images, onClose }: Pick<DeleteImagesDialogProps, 'images' | 'onClose'>) {
  const content = useModalWhileRendered<HTMLDivElement>('button');
  return (
    <Dialog id={dialogId} onClose={onClose} title={t.inUseTitle(images.length)}>
      <div className="stack mt-16 text-17">
        <ul className={classNames('stack buoys gap-10', screenStyles.consequences)}>
          <UsedImages images={images} />
        </ul>
        <p>{t.inUseHint}</p>
      </div>
      <div className={screenStyles.dialogButtons} ref={content}>
        <Button command="close" commandfor={dialogId} variant="secondary">
          {t.close}
        </Button>
      </div>
    </Dialog>
  );
}
