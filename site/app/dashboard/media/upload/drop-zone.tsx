// The drop zone for pictures, with the progress of an upload.
import { useId, useRef, useState, type ClipboardEvent, type DragEvent, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { acceptedPictureTypes, readTransferredFiles } from './send-upload.ts';
import { uploadTexts } from './upload-texts.ts';
import styles from './upload.module.css';

export interface DropZoneProps {
  /** the label of the button */
  label: string;
  multiple?: boolean;
  disabled?: boolean;
  /** for `<input accept>` and as text */
  accepts?: { files: string; hint: string };
  onFiles: (files: File[]) => void;
  children?: ReactNode;
}

/**
 * Accepts pictures by button, drop and paste. The button is for keyboard users; paste works while the focus is inside.
 */
export function DropZone({
  label,
  multiple = false,
  disabled = false,
  accepts = { files: acceptedPictureTypes, hint: uploadTexts.dropHint },
  onFiles,
  children,
}: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const given = useGivenFiles(take);

  function take(files: File[]): void {
    if (!disabled && files.length > 0) onFiles(multiple ? files : files.slice(0, 1));
  }

  return (
    <div className={styles.dropZone} {...given}>
      {children}
      <input
        accept={accepts.files}
        aria-hidden="true"
        aria-label={label}
        disabled={disabled}
        hidden
        multiple={multiple}
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          // so that choosing the same file again fires an event
          event.target.value = '';
        }}
        ref={input}
        tabIndex={-1}
        type="file"
      />
      <Button
        aria-describedby={hintId}
        aria-disabled={disabled}
        icon="image"
        onClick={() => input.current?.click()}
        variant="secondary"
      >
        {label}
      </Button>
      <p className={styles.hint} id={hintId}>
        {accepts.hint}
      </p>
    </div>
  );
}

/** The properties of an element that takes files by drop and paste. */
export function useGivenFiles(onFiles: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false);
  return {
    'data-over': isOver || undefined,
    onDragLeave: () => setIsOver(false),
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDrop(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(false);
      onFiles(readTransferredFiles(event.dataTransfer));
    },
    onPaste(event: ClipboardEvent) {
      const files = readTransferredFiles(event.clipboardData);
      if (files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    },
  };
}

const t = uploadTexts.progress;

/** Upload progress, then the processing on the server. */
export function UploadProgress({ name, sent }: { name: string; sent: number }) {
  return (
    <p className="stack gap-6">
      <progress className="w-full" aria-label={t.label(name)} max={1} value={sent < 1 ? sent : undefined} />
      <span>{sent < 1 ? t.sent(Math.round(sent * 100)) : t.resizing}</span>
    </p>
  );
}
