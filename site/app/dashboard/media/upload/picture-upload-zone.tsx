// The upload of one picture, with its state.
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { DropZone, type DropZoneProps, UploadProgress } from './drop-zone.tsx';
import { uploadTexts } from './upload-texts.ts';
import styles from './upload.module.css';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { LogoBackground } from '../../../agency/agency-logo.ts';
import { findFileProblem, sendUpload } from './send-upload.ts';
import { randomId } from '../../../ui/random-id.ts';

export interface PictureUploadZoneProps {
  upload: ReturnType<typeof usePictureUpload>;
  label: string;
  /** shown once the picture is uploaded; null before */
  doneText: string | null;
  accepts?: DropZoneProps['accepts'];
}

/** Accepts one picture and shows the upload's progress, success or problem. */
export function PictureUploadZone({ upload, label, doneText, accepts }: PictureUploadZoneProps) {
  const { file, sent, problem, cancel, send } = upload;
  return (
    <DropZone
      disabled={file !== null}
      label={label}
      onFiles={([chosen]) => chosen && send(chosen)}
      {...(accepts && { accepts })}
    >
      {file && <UploadProgress name={file.name} sent={sent} />}
      {file && sent < 1 && (
        <Button onClick={cancel} variant="secondary">
          {uploadTexts.picture.cancel}
        </Button>
      )}
      <p aria-live="polite" className={styles.status}>
        {doneText !== null && (
          <>
            <Icon name="check" />
            <span>
              {upload.made?.wasAnimated ? `${doneText} ${uploadTexts.picture.wasAnimated}` : doneText}
            </span>
          </>
        )}
      </p>
      {problem !== null && <FieldError role="alert" text={problem} />}
    </DropZone>
  );
}

/**
 * Uploads one file at a time as a picture without an owner; `onMade` gets its URL and, for a logo, the backgrounds on
 * which it is visible.
 */
export function usePictureUpload(
  onMade: (url: string, file: File, ground?: LogoBackground) => void,
  { isLogo = false }: { isLogo?: boolean } = {},
) {
  const [sent, setSent] = useState(0);
  const [made, setMade] = useState<{ url: string; name: string; wasAnimated: boolean }>();
  const running = useRef<AbortController>(null);
  const { mutate, reset, isPending, variables, error } = useMutation({
    async mutationFn(file: File) {
      const problem = findFileProblem(file, { isLogo });
      if (problem !== null) throw new Error(problem);
      setSent(0);
      running.current = new AbortController();
      const { signal } = running.current;
      return sendUpload({ id: randomId(), file, owner: null, isLogo, onProgress: setSent, signal });
    },
  });

  // abort when the editor closes
  useEffect(() => () => running.current?.abort(), []);

  return {
    /** the file being sent */
    file: isPending ? variables : null,
    /** the sent share of the bytes, 0 to 1 */
    sent,
    /** the problem of the last upload, as an instruction */
    problem: error && error.message,
    /** the last picture that was uploaded */
    made,
    send(file: File): void {
      mutate(file, {
        onSuccess({ url, ground, wasAnimated }) {
          setMade({ url, name: file.name, wasAnimated });
          onMade(url, file, ground);
        },
      });
    },
    cancel(): void {
      running.current?.abort();
      reset();
    },
  };
}
