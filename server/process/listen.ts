// Opens the HTTP listener on the configured port or on a socket that systemd hands over (LISTEN_FDS).
import { startHttpServer, type HttpServer, type HttpServerOptions } from '@fairlead/backend/http';
import { formatCommandLine, PermanentStartupError, StartupError } from '@fairlead/backend/errors';
import { ConfigError, type ServerConfig, type Environment } from '../settings/config.ts';
import { findForeignRequestReason } from './find-foreign-request-reason.ts';
import { loggedSitePath } from '../log/logged-site-path.ts';
import { writeLog } from '../log/write-log.ts';
import { runOutsideProgramContext } from '../log/program-context.ts';
import type { AddressInfo } from 'node:net';
import { isLoopback } from '../settings/local-mode.ts';

/** Throws one line that names the variable and the fix. */
export async function listenOnPort(
  config: ServerConfig,
  onRequest?: HttpServerOptions['onRequest'],
): Promise<HttpServer> {
  const { HOST, PORT, TRUSTED_PROXIES, localMode } = config;
  try {
    return await runOutsideProgramContext(() =>
      startHttpServer({
        host: HOST,
        port: PORT,
        socket: readSystemdSocketDescriptor(config.environment),
        trustedProxies: TRUSTED_PROXIES,
        onRequest,
        log: writeLog,
        redactPathForLog: loggedSitePath,
        ...(localMode && { denyRequest: findForeignRequestReason }),
      }),
    );
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw explainListenError(error as NodeJS.ErrnoException, config);
  }
}

/** Call it after `serve`: connections to a socket of systemd have waited until now. */
export async function acceptConnections(http: HttpServer, config: ServerConfig): Promise<void> {
  await runOutsideProgramContext(() => http.accept());
  checkSystemdSocket(http.server.address(), config);
}

function explainListenError(error: NodeJS.ErrnoException, { HOST, PORT }: ServerConfig): Error {
  if (error.code === 'EADDRINUSE')
    return new StartupError(
      `port ${PORT} is in use; stop what uses it, or choose another: PORT=${PORT + 1} ${formatCommandLine('start')}`,
      { cause: error },
    );
  // These stay until the setting is changed.
  const reasons: Record<string, string> = {
    EACCES: `port ${PORT} cannot be opened by this user; choose one above 1023: PORT=3000 ${formatCommandLine('start')}`,
    EADDRNOTAVAIL: `HOST ${HOST} is not an address of this machine; use 127.0.0.1 or 0.0.0.0`,
    EINVAL: `HOST ${HOST} is not an address to listen on; use 127.0.0.1 or 0.0.0.0`,
    ENOTFOUND: `HOST ${HOST} cannot be resolved; use an address such as 127.0.0.1`,
  };
  const reason = reasons[error.code ?? ''];
  if (reason !== undefined) return new PermanentStartupError(reason, { cause: error });
  return new Error(`HOST ${HOST} and PORT ${PORT} cannot be opened (${error.code}); use HOST=127.0.0.1`, {
    cause: error,
  });
}

/** The first descriptor that systemd passes (sd_listen_fds). */
const firstDescriptor = 3;

/**
 * The descriptor of a socket that systemd opened for this process and keeps open while it restarts, so that requests
 * wait. Undefined if there is none; throws a ConfigError for several.
 */
export function readSystemdSocketDescriptor(
  environment: Environment,
  pid: number = process.pid,
): number | undefined {
  // Child processes inherit the variables, which were meant for another process.
  if (environment['LISTEN_PID'] !== String(pid)) return undefined;
  const count = Number(environment['LISTEN_FDS'] ?? 0);
  if (count > 1)
    throw new ConfigError(`LISTEN_FDS: systemd hands over ${count} sockets; use one ListenStream`);
  return count === 1 ? firstDescriptor : undefined;
}

/** HOST, which limits who may connect, decides local mode, so the socket must match it. Throws a ConfigError. */
export function checkSystemdSocket(address: AddressInfo | string | null, { HOST, PORT }: ServerConfig): void {
  if (address === null) return;
  if (typeof address === 'string')
    throw new ConfigError(`HOST: the socket of systemd is ${address}; use ListenStream=${HOST}:${PORT}`);
  const isWider = isLoopback(HOST) && !isLoopback(address.address);
  if (address.port !== PORT || isWider)
    throw new ConfigError(
      `${isWider ? 'HOST' : 'PORT'}: systemd listens on ${address.address}:${address.port}, but the settings say ${HOST}:${PORT}; make them the same as ListenStream`,
    );
}
