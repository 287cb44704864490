// Joins a large body to one text, for the formats that are not read in chunks.
import { ChunkedValue } from '../../database/chunked-value.ts';
import { eventLoopPacer } from '../../limits/event-loop-pacer.ts';

const sliceBytes = 1024 * 1024;

export async function joinText(body: string | ChunkedValue): Promise<string> {
  if (typeof body === 'string') return body;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const parts: string[] = [];
  let unrested = 0;
  for (const chunk of body.chunks) {
    parts.push(decoder.decode(chunk, { stream: true }));
    unrested += chunk.length;
    if (unrested < sliceBytes) continue;
    unrested = 0;
    await eventLoopPacer.rest();
  }
  const text = parts.join('');
  await eventLoopPacer.rest();
  return text;
}
