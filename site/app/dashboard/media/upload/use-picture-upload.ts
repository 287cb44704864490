import { useEffect, useRef, useState } from 'react';
import { fileProblem } from './picture-file.ts';
import { sendUpload } from './send-upload.ts';
import { randomId } from '../../../ui/random-id.ts';

/** Uploads one file at a time as a picture without an owner; `onMade` gets its URL. */
export function usePictureUpload(onMade: (url: string, file: File) => void) {
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController>(null);

  // abort when the editor closes
  useEffect(() => () => running.current?.abort(), []);

  async function upload(chosen: File, stop: AbortController): Promise<void> {
    try {
      const id = randomId();
      const url = await sendUpload({
        id,
        file: chosen,
        owner: null,
        onProgress: setSent,
        signal: stop.signal,
      });
      if (!stop.signal.aborted) onMade(url, chosen);
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
      const fileError = fileProblem(chosen);
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
