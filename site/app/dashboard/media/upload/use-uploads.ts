import { useRef, useState } from 'react';
import type { UploadOwner } from '../receive/upload-request.ts';
import { problemOfFile } from './picture-file.ts';
import { sendUpload } from './send-upload.ts';
import { randomId } from '../../../ui/random-id.ts';

/** A file on its way to become a picture. */
export interface UploadItem {
  /** of the upload and of the row it becomes */
  id: string;
  file: File;
  alt: string;
  isDecorative: boolean;
  state: 'ready' | 'sending' | 'failed' | 'rejected';
  /** the share of its bytes that has gone, 0 to 1 */
  sent: number;
  /** what was wrong, as an instruction */
  problem: string | null;
}

function itemOf(file: File): UploadItem {
  const problem = problemOfFile(file);
  const state = problem === null ? 'ready' : 'rejected';
  return { id: randomId(), file, alt: '', isDecorative: false, state, sent: 0, problem };
}

/** The files that were chosen, one after the other on their way; what has arrived leaves the list. */
export function useUploads() {
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const running = useRef(new Map<string, AbortController>());
  const removed = useRef(new Set<string>());

  function change(id: string, part: Partial<UploadItem>): void {
    setItems((all) => all.map((item) => (item.id === id ? { ...item, ...part } : item)));
  }

  function remove(id: string): void {
    removed.current.add(id);
    running.current.get(id)?.abort();
    setItems((all) => all.filter((item) => item.id !== id));
  }

  async function send(
    item: UploadItem,
    owner: Pick<UploadOwner, 'source' | 'id' | 'kind'>,
  ): Promise<boolean> {
    const { id, file, alt, isDecorative } = item;
    const stop = new AbortController();
    running.current.set(id, stop);
    change(id, { state: 'sending', sent: 0, problem: null });
    try {
      await sendUpload({
        id,
        file,
        owner: { ...owner, alt: isDecorative ? '' : alt.trim(), isDecorative },
        onProgress: (sent) => change(id, { sent }),
        signal: stop.signal,
      });
      setItems((all) => all.filter((other) => other.id !== id));
      return true;
    } catch (error) {
      if (!stop.signal.aborted) change(id, { state: 'failed', problem: (error as Error).message });
      return false;
    } finally {
      running.current.delete(id);
    }
  }

  return {
    items,
    /** while they are on their way, one after the other */
    isBusy,
    add: (files: readonly File[]) => setItems((all) => [...all, ...files.map(itemOf)]),
    change,
    /** takes a file off the list, and back from its way */
    remove,
    /** Sends all that may be sent, in their order; answers how many became pictures. */
    async sendAll(owner: Pick<UploadOwner, 'source' | 'id' | 'kind'>): Promise<number> {
      setIsBusy(true);
      let made = 0;
      for (const item of items) {
        const mayGo = item.state !== 'rejected' && !removed.current.has(item.id);
        if (mayGo && (await send(item, owner))) made += 1;
      }
      setIsBusy(false);
      return made;
    },
  };
}
