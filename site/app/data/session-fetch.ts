import type { ClockDoubt, SessionAuth } from './repeat-refused.ts';

/** Their responses may carry a session. */
const sessionPath = /\/auth\/v1\/(?:token|signup|verify)\b/;

const doubt: ClockDoubt = { refusedAt: undefined };

/** Whether a fresh token was refused: the clock of this device is the likely cause. */
export function isClockSuspected(): boolean {
  return doubt.refusedAt !== undefined;
}

/**
 * When a session ends, by this device's clock: the client compares it with that alone, and with the server's time would
 * refresh at each call, or never.
 */
async function dateByDevice(response: Response): Promise<Response> {
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { expires_in?: unknown } | null;
  if (!response.ok || typeof body?.expires_in !== 'number') return response;
  const expiresAt = Math.round(Date.now() / 1_000) + body.expires_in;
  const { status, headers } = response;
  return Response.json({ ...body, expires_at: expiresAt }, { status, headers });
}

/** A fetch for calls as an account: one that is refused for an expired token is repeated once with a fresh one. */
export function sessionFetch(
  readAuth: () => SessionAuth | undefined,
  send: typeof fetch = (...call) => fetch(...call),
): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (sessionPath.test(String(input))) return dateByDevice(response);
    if (response.ok) doubt.refusedAt = undefined;
    const auth = readAuth();
    if (!auth || ![400, 401, 403].includes(response.status)) return response;
    const lazily = await import('./repeat-refused.ts').catch(() => null);
    return lazily?.repeatRefused(response, { url: String(input), init, auth, send, doubt }) ?? response;
  };
}
