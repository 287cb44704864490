import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { BackendError } from '../../errors/backend-error.ts';
import { authError } from '../http/errors.ts';
import { signWebhook } from './sign-webhook.ts';

const TIMEOUT_MS = 5_000;
const RETRY_MS = 1_000;
const ATTEMPTS = 3;
const MAX_REPLY_BYTES = 200 * 1024;

interface Webhook {
  url: URL | string;
  secrets: string;
}

/**
 * Retries network errors, and 429 or 503 with Retry-After, within five seconds. Throws GoTrue's hook codes, or an
 * Error.
 */
export async function postWebhook(hook: Webhook, input: object): Promise<unknown> {
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  const [id, body] = [`msg_${randomUUID()}`, JSON.stringify(input)];
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await send(hook, id, body, deadline);
      if (!isRetryable(response) || attempt === ATTEMPTS) return await readReply(response);
      await response.body?.cancel();
    } catch (error) {
      if (deadline.aborted) throw timedOut('hook_timeout', error);
      if (!(error instanceof TypeError)) throw error;
      if (attempt === ATTEMPTS) throw timedOut('hook_timeout_after_retry', error);
    }
    await pause(RETRY_MS);
  }
}

function send({ url, secrets }: Webhook, id: string, body: string, signal: AbortSignal): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...signWebhook(id, body, secrets) };
  return fetch(url, { method: 'POST', body, redirect: 'error', signal, headers });
}

function isRetryable({ status, headers }: Response): boolean {
  return (status === 429 || status === 503) && headers.has('retry-after');
}

function timedOut(code: string, cause: unknown): BackendError {
  return Object.assign(authError(422, code, 'The hook could not be reached in time'), { cause });
}

async function readReply(response: Response): Promise<unknown> {
  if (!response.ok) {
    await response.body?.cancel();
    throw Object.assign(new Error('the hook did not accept its input'), { status: response.status });
  }
  const text = await readText(response);
  if (text === '') return undefined;
  if (!/^application\/json\s*(;|$)/i.test(response.headers.get('content-type') ?? '')) {
    const message = 'The reply of the hook must have the type application/json';
    throw authError(400, 'hook_payload_invalid_content_type', message);
  }
  return JSON.parse(text);
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_REPLY_BYTES) {
      const message = `The reply of the hook has more than ${MAX_REPLY_BYTES} bytes`;
      throw authError(422, 'hook_payload_over_size_limit', message);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
