import type { AddressInfo } from 'node:net';
import { ConfigError, type Config, type Environment } from './config.ts';
import { isLoopback } from './local-mode.ts';

/** The first that systemd hands over (sd_listen_fds). */
const firstDescriptor = 3;

/**
 * The descriptor of a socket that systemd opened for this process and keeps open while it restarts, so that requests
 * wait. Undefined without one; throws a ConfigError for several.
 */
export function readHandedOverSocket(
  environment: Environment,
  pid: number = process.pid,
): number | undefined {
  // Children of the process that it was meant for inherit the variables.
  if (environment['LISTEN_PID'] !== String(pid)) return undefined;
  const count = Number(environment['LISTEN_FDS'] ?? 0);
  if (count > 1)
    throw new ConfigError(`LISTEN_FDS: systemd hands over ${count} sockets; give one ListenStream`);
  return count === 1 ? firstDescriptor : undefined;
}

/** What HOST says about who may connect decides local mode, so the socket must keep to it. Throws a ConfigError. */
export function checkHandedOverSocket(address: AddressInfo | string | null, { HOST, PORT }: Config): void {
  if (address === null) return;
  if (typeof address === 'string')
    throw new ConfigError(`HOST: the socket of systemd is ${address}; give ListenStream=${HOST}:${PORT}`);
  const isWider = isLoopback(HOST) && !isLoopback(address.address);
  if (address.port !== PORT || isWider)
    throw new ConfigError(
      `${isWider ? 'HOST' : 'PORT'}: systemd listens on ${address.address}:${address.port}, the settings say ${HOST}:${PORT}; make ListenStream and them the same`,
    );
}
