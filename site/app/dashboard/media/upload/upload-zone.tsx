// The upload of one picture, with its state.
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { DropZone, type DropZoneProps, UploadProgress } from './drop-zone.tsx';
import { uploadTexts } from './upload-texts.ts';
import styles from './upload.module.css';
import { useEffect, useRef, useState } from 'react';
import type { LogoGround } from '../../../agency/agency-logo.ts';
import { findFileProblem, sendUpload } from './send-upload.ts';
import { randomId } from '../../../ui/random-id.ts';

export interface UploadZoneProps {
  upload: ReturnType<typeof usePictureUpload>;
  label: string;
  /** shown once the picture is uploaded; null before */
  doneText: string | null;
  accepts?: DropZoneProps['accepts'];
}

/** Accepts one picture and shows the upload's progress, success or problem. */
export function UploadZone({ upload, label, doneText, accepts }: UploadZoneProps) {
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
            <span>{doneText}</span>
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
  onMade: (url: string, file: File, ground?: LogoGround) => void,
  { isLogo = false }: { isLogo?: boolean } = {},
) {
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController>(null);

  // abort when the editor closes
  useEffect(() => () => running.current?.abort(), []);

  async function upload(chosen: File, stop: AbortController): Promise<void> {
    try {
      const id = randomId();
      const { url, ground } = await sendUpload({
        id,
        file: chosen,
        owner: null,
        isLogo,
        onProgress: setSent,
        signal: stop.signal,
      });
      if (!stop.signal.aborted) onMade(url, chosen, ground);
    } catch (error) {
      if (!stop.signal.aborted) setProblem((error as Error).message);
    }
    if (running.current === stop) setFile(null);
  }

  return {
    /** the file being sent */
    file,
    /** the sent share of the bytes, 0 to 1 */
    sent,
    /** the problem of the last upload, as an instruction */
    problem,
    send(chosen: File): void {
      const fileError = findFileProblem(chosen, { isLogo });
      setProblem(fileError);
      if (fileError !== null) return;
      const stop = new AbortController();
      running.current = stop;
      setSent(0);
      setFile(chosen);
      void upload(chosen, stop);
    },
    cancel(): void {
      running.current?.abort();
      setFile(null);
    },
  };
}
