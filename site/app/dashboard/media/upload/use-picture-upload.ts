import { useEffect, useRef, useState } from 'react';
import type { LogoGround } from '../../../agency/agency-logo.ts';
import { fileProblem } from './picture-file.ts';
import { sendUpload } from './send-upload.ts';
import { randomId } from '../../../ui/random-id.ts';

/** Uploads one file at a time as a picture without an owner; `onMade` gets its URL, and of a logo where it can be seen. */
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
    /** sent share of the bytes, 0 to 1 */
    sent,
    /** what was wrong with the last one, as an instruction */
    problem,
    send(chosen: File): void {
      const fileError = fileProblem(chosen, { isLogo });
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
