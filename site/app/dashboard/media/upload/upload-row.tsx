import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { RichText } from '../../../texts/rich-text.tsx';
import { AltField } from '../../screen/alt-field.tsx';
import { FilePreview } from './file-preview.tsx';
import { formatPictureSize } from './picture-file.ts';
import { UploadProgress } from './upload-progress.tsx';
import { uploadTexts } from './upload-texts.ts';
import type { UploadItem } from './use-uploads.ts';
import styles from './upload.module.css';

const t = uploadTexts.row;

export interface UploadRowProps {
  item: UploadItem;
  /** others may still be uploading */
  isBusy: boolean;
  altError: string | undefined;
  onChange: (part: { alt?: string; isDecorative?: boolean }) => void;
  onRemove: () => void;
}

/** The id of the control that describes an upload. */
export function altFieldId(id: string): string {
  return `alt-${id}`;
}

/** One selected file: preview, description, progress, remove button. */
export function UploadRow({ item, isBusy, altError, onChange, onRemove }: UploadRowProps) {
  const { id, file, state, sent, problem } = item;
  const isSending = state === 'sending';
  return (
    <li className={styles.row}>
      <FilePreview file={file} />
      <div className={styles.rowWords}>
        <p>
          <b>{file.name}</b> <span className="figure muted nowrap">{formatPictureSize(file.size)}</span>
        </p>
        {problem !== null && <FieldError role="alert" text={problem} />}
        {isSending && <UploadProgress name={file.name} sent={sent} />}
        {state !== 'rejected' && !isSending && (
          <AltField
            alt={item.alt}
            disabled={isBusy}
            error={altError}
            id={altFieldId(id)}
            isDecorative={item.isDecorative}
            of={file.name}
            onChange={onChange}
          />
        )}
      </div>
      {!(isSending && sent === 1) && (
        <Button onClick={onRemove} variant="secondary">
          <RichText text={isSending ? t.cancel(file.name) : t.remove(file.name)} />
        </Button>
      )}
    </li>
  );
}
