import { useEffect, useRef, useState } from 'react';
import { problemOfFile } from './picture-file.ts';
import { sendUpload } from './send-upload.ts';
import { randomId } from '../../../ui/random-id.ts';

/** One file at a time becomes a picture that belongs to nothing yet; `onMade` hears its address. */
export function usePictureUpload(onMade: (url: string, file: File) => void) {
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController>(null);

  // whoever leaves the editor wants nothing to arrive
  useEffect(() => () => running.current?.abort(), []);

  async function carry(chosen: File, stop: AbortController): Promise<void> {
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
    /** on its way now */
    file,
    /** the share of its bytes that has gone, 0 to 1 */
    sent,
    /** what was wrong with the last one, as an instruction */
    problem,
    send(chosen: File): void {
      const wrong = problemOfFile(chosen);
      setProblem(wrong);
      if (wrong !== null) return;
      const stop = new AbortController();
      running.current = stop;
      setSent(0);
      setFile(chosen);
      void carry(chosen, stop);
    },
    cancel(): void {
      running.current?.abort();
      setFile(null);
    },
  };
}
