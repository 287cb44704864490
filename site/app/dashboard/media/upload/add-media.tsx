// The dialog that adds several pictures to a service or app, uploaded or of the library, each with a description.
import { classNames } from '../../../ui/class-names.ts';
import { screenTexts } from '../../screen/screen-texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState, useEffect, useRef } from 'react';
import { toastSuccess } from '../../../ui/toast.tsx';
import { SubmitDialog } from '../../screen/submit-dialog.tsx';
import type { MediaOwnerType } from '../media-owner-types.ts';
import { DropZone, UploadProgress } from './drop-zone.tsx';
import { ChooseImageButton } from '../library/choose-image-button.tsx';
import { imageLabel } from '../library/use-images.ts';
import { MediaKindSelect, defaultMediaKind, MediaOwnerSelect } from './media-selects.tsx';
import { uploadTexts as t } from './upload-texts.ts';
import { useUploadQueue, type QueuedUpload } from './use-upload-queue.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { RichText } from '../../../texts/rich-text.tsx';
import { AltField } from '../../screen/alt-field.tsx';
import { formatPictureSize } from './send-upload.ts';
import styles from './upload.module.css';
import { Picture } from '../../../ui/picture.tsx';
import { Icon } from '../../../ui/icon.tsx';

export interface MediaOwnerRef {
  source: MediaOwnerType;
  id: string;
}

export interface AddMediaDialogProps {
  title: string;
  /** the owner of the pictures; null: a select asks for it */
  owner: MediaOwnerRef | null;
  onClose: () => void;
}

const dialogId = 'add-media';
const ownerFieldId = 'add-media-owner';

function ownerOf(text: string): MediaOwnerRef | null {
  const [source, id = ''] = text.split(':');
  return source === 'service' || source === 'app' ? { source, id } : null;
}

/** What would be lost by closing. */
function unsavedOf(items: readonly QueuedUpload[]): string | undefined {
  return items.length === 0 ? undefined : t.add.unsaved(items.length);
}

/** Adds several pictures, each with a description, to a service or app. Open while rendered. */
export function AddMediaDialog({ title, owner: fixed, onClose }: AddMediaDialogProps) {
  const uploads = useUploadQueue();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState('');
  const [kind, setKind] = useState<string>();
  const [isTried, setIsTried] = useState(false);
  const owner = fixed ?? ownerOf(chosen);
  const { items, isBusy } = uploads;
  const ready = items.filter(({ state }) => state !== 'rejected');
  const silent = ready.filter(({ alt, isDecorative }) => !isDecorative && alt.trim() === '');

  async function sendAll(to: MediaOwnerRef): Promise<void> {
    const made = await uploads.sendAll({ ...to, kind: kind ?? defaultMediaKind(to.source) });
    void queries.invalidateQueries({ queryKey: ['media'] });
    const stills = made.filter(({ wasAnimated }) => wasAnimated).length;
    if (made.length > 0)
      toastSuccess({ title: t.add.added, description: t.add.addedDescription(made.length, stills) });
    if (made.length === items.length) onClose();
  }

  function submit(): void {
    if (ready.length === 0) return;
    setIsTried(true);
    if (!owner) document.getElementById(ownerFieldId)?.focus();
    else if (silent[0]) document.getElementById(altFieldId(silent[0].id))?.focus();
    else {
      // the focused field may be one of those that are now disabled
      document.querySelector<HTMLElement>(`#${dialogId} [type=submit]`)?.focus();
      void sendAll(owner);
    }
  }

  function remove(id: string): void {
    uploads.remove(id);
    // the focused button is removed: focus the file button or, while sending, the cancel button
    requestAnimationFrame(() =>
      document
        .querySelector<HTMLElement>(
          `#${dialogId} :is(:has(> [type=file]), [data-dialog-buttons]) > button:not(:disabled, [aria-disabled=true])`,
        )
        ?.focus(),
    );
  }

  function close(): void {
    for (const { id } of items) uploads.remove(id);
    onClose();
  }

  return (
    <SubmitDialog
      busyText={t.add.busy}
      canSubmit={ready.length > 0}
      cancelText={isBusy ? t.add.stop : undefined}
      id={dialogId}
      isBusy={isBusy}
      onClose={close}
      onSubmit={submit}
      submitText={t.add.submit(ready.length)}
      title={title}
      unsaved={unsavedOf(items)}
    >
      {fixed === null && (
        <MediaOwnerSelect
          disabled={isBusy}
          error={isTried && !owner ? t.add.ownerMissing : undefined}
          id={ownerFieldId}
          onChange={(value) => {
            setChosen(value);
            setKind(undefined);
          }}
          value={chosen}
        />
      )}
      {owner && fixed === null && (
        <MediaKindSelect
          disabled={isBusy}
          id="add-media-kind"
          onChange={setKind}
          source={owner.source}
          value={kind ?? defaultMediaKind(owner.source)}
        />
      )}
      <DropZone
        disabled={isBusy}
        label={items.length === 0 ? t.add.choose : t.add.chooseMore}
        multiple
        onFiles={uploads.add}
      />
      <div>
        <ChooseImageButton
          disabled={isBusy}
          onChosen={(image) => uploads.addExisting({ ...image, name: image.name || imageLabel(image) })}
        />
      </div>
      {items.length > 0 && (
        <ul aria-label={t.add.chosen} className="stack">
          {items.map((item) => (
            <UploadRow
              altError={isTried && silent.includes(item) ? screenTexts.picture.altProblem : undefined}
              isBusy={isBusy}
              item={item}
              key={item.id}
              onChange={(part) => uploads.change(item.id, part)}
              onRemove={() => remove(item.id)}
            />
          ))}
        </ul>
      )}
    </SubmitDialog>
  );
}

interface UploadRowProps {
  item: QueuedUpload;
  /** others may still be uploading */
  isBusy: boolean;
  altError: string | undefined;
  onChange: (part: { alt?: string; isDecorative?: boolean }) => void;
  onRemove: () => void;
}

function altFieldId(id: string): string {
  return `alt-${id}`;
}

/** One selected file: preview, description, progress, remove button. */
function UploadRow({ item, isBusy, altError, onChange, onRemove }: UploadRowProps) {
  const { id, source, name, state, sent, problem } = item;
  const isSending = state === 'sending';
  return (
    <li className={styles.row}>
      {'url' in source ? <ExistingPreview url={source.url} /> : <FilePreview file={source.file} />}
      <div className={classNames('stack min-w-0 content-start gap-12', styles.rowWords)}>
        <p>
          <b>{name}</b>{' '}
          {'file' in source && (
            <span className="figure muted nowrap">{formatPictureSize(source.file.size)}</span>
          )}
        </p>
        {problem !== null && <FieldError role="alert" text={problem} />}
        {isSending && <UploadProgress name={name} sent={sent} />}
        {state !== 'rejected' && !isSending && (
          <AltField
            alt={item.alt}
            disabled={isBusy}
            error={altError}
            id={altFieldId(id)}
            isDecorative={item.isDecorative}
            of={name}
            onChange={onChange}
          />
        )}
      </div>
      {!(isSending && sent === 1) && (
        <Button onClick={onRemove} variant="secondary">
          <RichText text={isSending ? t.row.cancel(name) : t.row.remove(name)} />
        </Button>
      )}
    </li>
  );
}

function ExistingPreview({ url }: { url: string }) {
  return (
    <span className={classNames('center overflow-hidden bg-shoal', styles.preview)}>
      <Picture alt="" height={88} sizes="5.5rem" src={url} width={88} />
    </span>
  );
}

const side = 192;

/** A thumbnail of a file before it is sent. Drawn on a canvas, because the security policy forbids blob: images. */
function FilePreview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isShown, setIsShown] = useState(false);

  useEffect(() => {
    let isCurrent = true;
    async function draw(): Promise<void> {
      const picture = await createImageBitmap(file, { resizeHeight: side, resizeQuality: 'medium' });
      const target = canvas.current;
      if (isCurrent && target) {
        target.width = picture.width;
        target.height = picture.height;
        target.getContext('2d')?.drawImage(picture, 0, 0);
        setIsShown(true);
      }
      picture.close();
    }
    // on failure the icon stays; the server explains
    draw().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [file]);

  return (
    <span aria-hidden="true" className={classNames('center overflow-hidden bg-shoal', styles.preview)}>
      <canvas hidden={!isShown} ref={canvas} />
      {!isShown && <Icon name="image" />}
    </span>
  );
}
