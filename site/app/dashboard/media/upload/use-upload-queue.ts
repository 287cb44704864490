// A hook for a list of files to upload: their state, progress, cancellation.
import { useRef, useState } from 'react';
import type { FinishedUpload, UploadOwner } from '../receive/finish-upload-request.ts';
import { findFileProblem, sendUpload } from './send-upload.ts';
import { randomId } from '../../../ui/random-id.ts';

/** A file to upload. */
export interface QueuedUpload {
  /** the id of the upload and of its row */
  id: string;
  file: File;
  alt: string;
  isDecorative: boolean;
  state: 'ready' | 'sending' | 'failed' | 'rejected';
  /** the sent share of the bytes, 0 to 1 */
  sent: number;
  /** the problem, as an instruction */
  problem: string | null;
}

function createItem(file: File): QueuedUpload {
  const problem = findFileProblem(file);
  const state = problem === null ? 'ready' : 'rejected';
  return { id: randomId(), file, alt: '', isDecorative: false, state, sent: 0, problem };
}

/** Selected files, uploaded one after the other and removed from the list when done. */
export function useUploadQueue() {
  const [items, setItems] = useState<readonly QueuedUpload[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const running = useRef(new Map<string, AbortController>());
  const removed = useRef(new Set<string>());

  function change(id: string, part: Partial<QueuedUpload>): void {
    setItems((all) => all.map((item) => (item.id === id ? { ...item, ...part } : item)));
  }

  function remove(id: string): void {
    removed.current.add(id);
    running.current.get(id)?.abort();
    setItems((all) => all.filter((item) => item.id !== id));
  }

  async function send(
    item: QueuedUpload,
    owner: Pick<UploadOwner, 'source' | 'id' | 'kind'>,
  ): Promise<FinishedUpload | null> {
    const { id, file, alt, isDecorative } = item;
    const stop = new AbortController();
    running.current.set(id, stop);
    change(id, { state: 'sending', sent: 0, problem: null });
    try {
      const finished = await sendUpload({
        id,
        file,
        isLogo: false,
        owner: { ...owner, alt: isDecorative ? '' : alt.trim(), isDecorative },
        onProgress: (sent) => change(id, { sent }),
        signal: stop.signal,
      });
      setItems((all) => all.filter((other) => other.id !== id));
      return finished;
    } catch (error) {
      if (!stop.signal.aborted) change(id, { state: 'failed', problem: (error as Error).message });
      return null;
    } finally {
      running.current.delete(id);
    }
  }

  return {
    items,
    /** while uploading */
    isBusy,
    add: (files: readonly File[]) => setItems((all) => [...all, ...files.map(createItem)]),
    change,
    /** removes a file from the list and aborts its upload */
    remove,
    /** Uploads all accepted files in order; resolves to those that succeeded. */
    async sendAll(owner: Pick<UploadOwner, 'source' | 'id' | 'kind'>): Promise<FinishedUpload[]> {
      setIsBusy(true);
      const made: FinishedUpload[] = [];
      for (const item of items) {
        const canSend = item.state !== 'rejected' && !removed.current.has(item.id);
        const finished = canSend ? await send(item, owner) : null;
        if (finished) made.push(finished);
      }
      setIsBusy(false);
      return made;
    },
  };
}
