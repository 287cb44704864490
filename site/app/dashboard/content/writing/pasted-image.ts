// Uploads a pasted image into the image library.
import { randomId } from '../../../ui/random-id.ts';
import { describeNewImage } from '../../media/library/use-images.ts';
import { findFileProblem, sendUpload } from '../../media/upload/send-upload.ts';

/** The file behind a data: address. */
export function decodeImage(data: string): File {
  const [head = '', body = ''] = data.split(',', 2);
  const type = /^data:([^;]+)/.exec(head)?.[1]?.toLowerCase().replace('jpg', 'jpeg') ?? '';
  let bytes = '';
  try {
    bytes = atob(body.replaceAll(/\s/g, ''));
  } catch {
    // an empty file, which is refused
  }
  return new File([Uint8Array.from(bytes, (byte) => byte.codePointAt(0) ?? 0)], 'pasted', { type });
}

/** Returns its address, or why it was not uploaded. */
export async function uploadPastedImage(
  file: File,
  alt: string,
  signal: AbortSignal,
): Promise<{ url: string; problem: null } | { url: null; problem: string }> {
  const problem = findFileProblem(file);
  if (problem !== null) return { url: null, problem };
  try {
    const onProgress = () => undefined;
    const { url } = await sendUpload({
      id: randomId(),
      file,
      owner: null,
      isLogo: false,
      onProgress,
      signal,
    });
    if (alt !== '') void describeNewImage(url, alt);
    return { url, problem: null };
  } catch (error) {
    return { url: null, problem: (error as Error).message };
  }
}
