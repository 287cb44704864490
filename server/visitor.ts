import type { IncomingMessage } from 'node:http';
import { resolveClientAddress } from '@fairlead/backend/edge/resolve-client-address.ts';
import { addressKey } from '@fairlead/backend/limits/address-key.ts';
import type { Visitor } from '../site/app/data/visitor-context.ts';
import type { Settings } from './config.ts';

/** Who sent a request to the site; nobody in particular when the page is rendered for everybody. */
export function visitorOf(
  request: Pick<IncomingMessage, 'headers' | 'socket'> | undefined,
  { TRUSTED_PROXIES }: Pick<Settings, 'TRUSTED_PROXIES'>,
): Visitor {
  const address = request && resolveClientAddress(request, TRUSTED_PROXIES);
  return { address: address ? addressKey(address) : null };
}
