// Resolves the role, claims, expiry of a socket from its API key with an access token.
import type { Caller } from '../database/run-sql-as-caller.ts';
import { BackendError } from '../errors/backend-error.ts';
import type { RealtimeDeps } from './deps.ts';
import { RealtimeProtocolError } from './realtime-protocol-error.ts';

export interface ChannelCaller extends Caller {
  token: string;
  /** In ms since 1970; Infinity for a token that does not expire. */
  expiresAt: number;
}

/** Uses the socket's key and the channel's token. Throws a RealtimeProtocolError. */
export async function resolveChannelCaller(
  resolveCaller: RealtimeDeps['resolveCaller'],
  key: string,
  token: string,
): Promise<ChannelCaller> {
  try {
    const headers = { apikey: key, authorization: `Bearer ${token}` };
    const { role, claims } = await resolveCaller(new Request('http://localhost/realtime/v1', { headers }));
    const { exp } = claims;
    return { role, claims, token, expiresAt: typeof exp === 'number' ? exp * 1000 : Infinity };
  } catch (error) {
    // The token cannot be a header value.
    if (error instanceof TypeError)
      throw new RealtimeProtocolError('MalformedJWT: The token provided is not a valid JWT');
    if (!(error instanceof BackendError) || error.status !== 401) throw error;
    if (error.message === 'JWT expired')
      throw new RealtimeProtocolError('InvalidJWTToken: Token has expired');
    throw new RealtimeProtocolError(`MalformedJWT: ${error.message}`);
  }
}
