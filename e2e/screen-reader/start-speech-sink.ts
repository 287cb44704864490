import { mkdir } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';

/** Replaces the voice of a screen reader. */
export interface SpeechSink extends Disposable {
  /** everything that it was told to speak, in order */
  spoken: readonly string[];
}

/** Responses of SSIP, the protocol of Speech Dispatcher, to Orca's queries. */
const responses: [RegExp, string[]][] = [
  [/^HISTORY GET CLIENT_ID/i, ['245-1', '245 OK CLIENT ID SENT']],
  [/^LIST OUTPUT_MODULES/i, ['250-none', '250 OK MODULE LIST SENT']],
  [/^LIST /i, ['249-Voice\ten\tnone', '249 OK VOICE LIST SENT']],
  [/^GET /i, ['251-0', '251 OK GET RETURNED']],
];

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

function plain(ssml: string): string {
  return ssml
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&\w+;/g, (entity) => entities[entity] ?? entity)
    .trim();
}

/** Replaces Speech Dispatcher, which would wait for a sound card forever: records texts instead of speaking them. */
export async function startSpeechSink(socketPath: string): Promise<SpeechSink> {
  const spoken: string[] = [];
  function hold(socket: Socket): void {
    let text: string[] | undefined;
    const send = (...lines: string[]): void => void socket.write(lines.map((line) => `${line}\r\n`).join(''));
    socket.on('error', () => socket.destroy());
    createInterface({ input: socket }).on('line', (line) => {
      if (text && line !== '.') {
        text.push(line);
      } else if (text) {
        spoken.push(plain(text.join(' ')));
        text = undefined;
        const id = spoken.length;
        send(`225-${id}`, '225 OK MESSAGE QUEUED');
        // the END event makes Orca read on; Orca reads it only after it has handled the response above
        setTimeout(() => send(`702-${id}`, '702-1', '702 END'), 50).unref();
      } else if (/^SPEAK$/i.test(line)) {
        text = [];
        send('230 OK RECEIVING DATA');
      } else if (/^(CHAR|KEY) /i.test(line)) {
        spoken.push(line.replace(/^\w+ /, ''));
        send(`225-${spoken.length}`, '225 OK MESSAGE QUEUED');
      } else {
        send(...(responses.find(([command]) => command.test(line))?.[1] ?? ['210 OK']));
      }
    });
  }
  await mkdir(dirname(socketPath), { recursive: true });
  const server = createServer(hold);
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  return { spoken, [Symbol.dispose]: () => void server.close() };
}
