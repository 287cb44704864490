// The dialog that describes images, one after the other.
import { useState } from 'react';
import { AltField } from '../../screen/alt-field.tsx';
import { screenTexts } from '../../screen/screen-texts.ts';
import { SubmitDialog } from '../../screen/submit-dialog.tsx';
import { useStoredDraft } from '../../screen/use-stored-draft.ts';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { contentTables } from '../../../content/content-types.ts';
import { Button } from '../../../ui/button.tsx';
import { LibraryImagePicture } from './library-image-picture.tsx';
import { libraryTexts } from './library-texts.ts';
import styles from './library.module.css';
import { describeImage, imagesQueryKey, type LibraryImage } from './use-images.ts';

const t = libraryTexts.describe;
const altId = 'describe-image-alt';

type DescribedImage = Pick<LibraryImage, 'id' | 'url' | 'alt' | 'name'>;

interface DescribeImagesDialogProps {
  /** at least one; those of the list when the dialog was opened */
  images: readonly DescribedImage[];
  onClose: () => void;
}

/** Open while it is rendered. */
export function DescribeImagesDialog({ images, onClose }: DescribeImagesDialogProps) {
  const [index, setIndex] = useState(0);
  const image = images[index];
  if (!image) return null;
  const isLast = index === images.length - 1;

  function next(): void {
    if (isLast) onClose();
    else setIndex(index + 1);
  }

  return (
    <DescribeImage
      image={image}
      // a draft, a problem and the focus belong to one image
      key={image.id}
      left={images.length > 1 ? images.length - index : null}
      onClose={onClose}
      onNext={next}
    />
  );
}

interface DescribeImageProps {
  image: DescribedImage;
  /** the number of images that are left, with this one; null for one alone */
  left: number | null;
  onNext: () => void;
  onClose: () => void;
}

function DescribeImage({ image: { id, url, alt, name }, left, onNext, onClose }: DescribeImageProps) {
  const kept = useStoredDraft(`image:${id}`, { alt: alt ?? '', isDecorative: alt === '' });
  const [problem, setProblem] = useState<string>();
  const save = useWriteMutation(describeImage, [imagesQueryKey, 'media', ...contentTables], {
    // the list is read again before the dialog closes, which may remove the button that opened it
    waits: true,
    form: `image-${id}`,
    done: () => ({ title: t.saved, description: t.savedDescription }),
  });
  const isLast = left === null || left === 1;

  function end(how: () => void): void {
    kept.drop();
    how();
  }

  function submit(): void {
    const { isDecorative } = kept.value;
    const described = isDecorative ? '' : kept.value.alt.trim();
    if (described === '' && !isDecorative) {
      setProblem(screenTexts.picture.altProblem);
      document.getElementById(altId)?.focus();
      return;
    }
    save.mutate({ id, alt: described }, { onSuccess: () => end(onNext) });
  }

  return (
    <SubmitDialog
      id="describe-image"
      isBusy={save.isPending}
      onClose={() => end(onClose)}
      onSubmit={submit}
      submitText={isLast ? t.submit : t.next}
      title={t.title}
      unsaved={kept.isChanged ? t.unsaved : undefined}
    >
      <div className={styles.described}>
        <LibraryImagePicture alt="" url={url} />
      </div>
      {name !== '' && <p className="font-semibold">{name}</p>}
      <AltField
        alt={kept.value.alt}
        error={problem}
        id={altId}
        isDecorative={kept.value.isDecorative}
        onChange={(part) => {
          setProblem(undefined);
          kept.change((now) => ({ ...now, ...part }));
        }}
      />
      <p className="small muted">{t.follows}</p>
      {left !== null && (
        <div className="spread">
          <p className="small muted">{t.progress(left)}</p>
          {!isLast && (
            <Button onClick={() => end(onNext)} variant="secondary">
              {t.skip}
            </Button>
          )}
        </div>
      )}
    </SubmitDialog>
  );
}
