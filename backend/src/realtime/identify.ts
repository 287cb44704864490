import type { Caller } from '../database/as-caller.ts';
import { BackendError } from '../errors/backend-error.ts';
import type { RealtimeDeps } from './deps.ts';

/** Who a channel speaks for. */
export interface Identity extends Caller {
  token: string;
  /** When the token ends, in ms since 1970; Infinity when it does not. */
  endsAt: number;
}

/** A refusal in the words of the protocol; goes to the client as it is. */
export class Refused extends Error {}

/** Decides who speaks, from the key of the socket and the token of the channel. Throws Refused. */
export async function identify(
  resolveCaller: RealtimeDeps['resolveCaller'],
  key: string,
  token: string,
): Promise<Identity> {
  try {
    const headers = { apikey: key, authorization: `Bearer ${token}` };
    const { role, claims } = await resolveCaller(new Request('http://localhost/realtime/v1', { headers }));
    const { exp } = claims;
    return { role, claims, token, endsAt: typeof exp === 'number' ? exp * 1000 : Infinity };
  } catch (error) {
    // A header that cannot be written is no token.
    if (error instanceof TypeError) throw new Refused('MalformedJWT: The token provided is not a valid JWT');
    if (!(error instanceof BackendError) || error.status !== 401) throw error;
    if (error.message === 'JWT expired') throw new Refused('InvalidJWTToken: Token has expired');
    throw new Refused(`MalformedJWT: ${error.message}`);
  }
}
