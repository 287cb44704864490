// A hook for a list of files to upload, and of images of the library: their state, progress, cancellation.
import { useRef, useState } from 'react';
import { browserClient } from '../../../data/browser-client.ts';
import type { LibraryImage } from '../library/use-images.ts';
import type { FinishedUpload, UploadOwner } from '../receive/finish-upload-request.ts';
import { insertMediaRow } from '../receive/insert-media-row.ts';
import { findFileProblem, sendUpload } from './send-upload.ts';
import { randomId } from '../../../ui/random-id.ts';

/** A file to upload, or an image of the library. */
export interface QueuedUpload {
  /** the id of the upload and of its row */
  id: string;
  source: { file: File } | { url: string };
  name: string;
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
  const source = { file };
  return { id: randomId(), source, name: file.name, alt: '', isDecorative: false, state, sent: 0, problem };
}

function createExisting({ url, name, alt }: Pick<LibraryImage, 'url' | 'name' | 'alt'>): QueuedUpload {
  const described = { alt: alt ?? '', isDecorative: alt === '' };
  return { id: randomId(), source: { url }, name, ...described, state: 'ready', sent: 0, problem: null };
}

async function addExisting(id: string, owner: UploadOwner, url: string): Promise<FinishedUpload> {
  await insertMediaRow(browserClient(), id, owner, url);
  return { url, wasAnimated: false };
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
    const { id, source, alt, isDecorative } = item;
    const described = { ...owner, alt: isDecorative ? '' : alt.trim(), isDecorative };
    const stop = new AbortController();
    running.current.set(id, stop);
    change(id, { state: 'sending', sent: 0, problem: null });
    try {
      const finished = await ('url' in source
        ? addExisting(id, described, source.url)
        : sendUpload({
            id,
            file: source.file,
            isLogo: false,
            owner: described,
            onProgress: (sent) => change(id, { sent }),
            signal: stop.signal,
          }));
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
    addExisting: (image: Pick<LibraryImage, 'url' | 'name' | 'alt'>) =>
      setItems((all) => [...all, createExisting(image)]),
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
