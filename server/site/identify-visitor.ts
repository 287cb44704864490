// Derives the visitor's address key from a request.
import type { IncomingMessage } from 'node:http';
import { resolveClientAddress } from '@fairlead/backend/http';
import { clientIpKey } from '@fairlead/backend/limits';
import type { Visitor } from '../../site/app/data/request-contexts.ts';
import type { ServerConfig } from '../settings/config.ts';

/** Undefined for a page that is the same for all visitors. */
export function identifyVisitor(
  request: Pick<IncomingMessage, 'headers' | 'socket'> | undefined,
  { TRUSTED_PROXIES }: Pick<ServerConfig, 'TRUSTED_PROXIES'>,
): Visitor {
  const address = request && resolveClientAddress(request, TRUSTED_PROXIES);
  return { address: address ? clientIpKey(address) : null };
}
