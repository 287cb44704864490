import { startHttpServer, type HttpServer, type ListenOptions } from '@fairlead/backend/http';
import { commandLine } from '@fairlead/backend/errors';
import { ConfigError, type Config } from './config.ts';
import { explainForeignRequest } from './explain-foreign-request.ts';
import { checkHandedOverSocket, readHandedOverSocket } from './handed-over-socket.ts';
import { loggedSitePath } from './log/logged-site-path.ts';
import { writeLog } from './log/write-log.ts';
import { leaveProgramWork } from './program-work.ts';

/** Throws one line that names the variable and the fix. */
export async function listenOnPort(
  config: Config,
  onRequest?: ListenOptions['onRequest'],
): Promise<HttpServer> {
  const { HOST, PORT, TRUSTED_PROXIES, localMode } = config;
  try {
    return await leaveProgramWork(() =>
      startHttpServer({
        host: HOST,
        port: PORT,
        socket: readHandedOverSocket(config.environment),
        trustedProxies: TRUSTED_PROXIES,
        onRequest,
        log: writeLog,
        loggedPath: loggedSitePath,
        ...(localMode && { denyRequest: explainForeignRequest }),
      }),
    );
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw explainListenError(error as NodeJS.ErrnoException, config);
  }
}

/** After `serve`: connections of a socket of systemd have waited so far. */
export async function acceptConnections(http: HttpServer, config: Config): Promise<void> {
  await leaveProgramWork(() => http.accept());
  checkHandedOverSocket(http.server.address(), config);
}

function explainListenError(error: NodeJS.ErrnoException, { HOST, PORT }: Config): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${PORT} is in use; stop what uses it, or choose another: PORT=${PORT + 1} ${commandLine('start')}`,
    EACCES: `port ${PORT} may not be opened by this user; choose one above 1023: PORT=3000 ${commandLine('start')}`,
    EADDRNOTAVAIL: `HOST ${HOST} is not an address of this machine; use 127.0.0.1 or 0.0.0.0`,
    ENOTFOUND: `HOST ${HOST} cannot be resolved; use an address such as 127.0.0.1`,
  };
  const fallback = `HOST ${HOST} and PORT ${PORT} cannot be opened (${error.code}); use HOST=127.0.0.1`;
  return new Error(reasons[error.code ?? ''] ?? fallback, { cause: error });
}
