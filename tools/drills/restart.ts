import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { DrillCall } from './backup/drill-call.ts';
import { uploadSlowly } from './proxy/upload-slowly.ts';
import { startCaddy } from './proxy/start-caddy.ts';
import {
  drillSecretKey,
  startSocketActivatedServer,
  type SocketActivatedServer,
} from './proxy/start-socket-activated-server.ts';
import { startDeployedNginx } from './proxy/start-deployed-nginx.ts';
import { startProxyLoad } from './proxy/start-load.ts';
import type { Stoppable } from '@fairlead/backend/testing';
import { requestThroughProxy, type ProxyEndpoint } from './proxy/request-through-proxy.ts';
import { watchSocket } from './proxy/watch-socket.ts';

export const title =
  'Load over 20 restarts, by the held socket, nginx and Caddy at once: no request fails (-- COUNT)';

export default async function drill([count = '20']: readonly string[], { folder }: DrillCall): Promise<void> {
  const programs: Stoppable[] = [];
  try {
    const server = await startSocketActivatedServer(join(folder, 'data'));
    programs.push(server.program);
    const nginx = await startDeployedNginx(join(folder, 'nginx'), server.port);
    programs.push(nginx.program);
    const caddy = await startCaddy(join(folder, 'caddy'), server.port);
    programs.push(...caddy.programs);
    const socket = { name: 'held socket', port: server.port };
    await restartUnderLoad(server, [socket, nginx.entrance, caddy.entrance], Number(count));
  } finally {
    for (const program of programs.toReversed()) await program.stop();
  }
}

async function restartUnderLoad(
  server: SocketActivatedServer,
  entrances: ProxyEndpoint[],
  count: number,
): Promise<void> {
  const before = await countRows(entrances[0]!);
  const loads = entrances.map((entrance) => startProxyLoad(entrance));
  const sockets = entrances.map((entrance) => watchSocket(entrance));
  const seconds: number[] = [];
  const uploads: Promise<void>[] = [];
  for (let round = 0; round < count; round += 1) {
    // Waits for those that waited for the last restart, and some more.
    await Promise.all(loads.map((load) => load.requestsMore(9)));
    // These are in progress when the server is asked to stop.
    uploads.push(...entrances.map((entrance) => uploadSlowly(entrance, `restart-${round}.bin`)));
    await wait(300);
    seconds.push(await server.restart());
  }
  await Promise.all(uploads);
  const results = await Promise.all(loads.map((load) => load.stop()));
  const written = results.reduce((sum, { writes }) => sum + writes, 0);
  const kept = (await countRows(entrances[0]!)) - before;
  const closed = await Promise.all(sockets.map((each) => each.stop()));
  for (const [index, { requests, writes, failures, longestMs }] of results.entries()) {
    const { codes } = closed[index]!;
    process.stdout.write(
      `  ${entrances[index]!.name}: ${requests} requests (${writes} writes), ${failures.length} failed, longest ${(longestMs / 1000).toFixed(1)} s; sockets ended with ${[...new Set(codes)].join(', ')} (${codes.length} times)\n`,
    );
    for (const failure of failures.slice(0, 5)) process.stdout.write(`    ${failure}\n`);
  }
  process.stdout.write(
    `  ${count} restarts, ${Math.min(...seconds).toFixed(1)} to ${Math.max(...seconds).toFixed(1)} s each; ${uploads.length} uploads across them finished; ${kept} rows of ${written} writes\n`,
  );
  const failed = results.reduce((sum, { failures }) => sum + failures.length, 0);
  if (failed > 0) throw new Error(`${failed} requests failed`);
  if (kept !== written) throw new Error(`${written} writes were acknowledged, ${kept} rows are there`);
  const abrupt = closed.flatMap(({ codes }) => codes).filter((code) => code === 1006);
  if (abrupt.length > 0) throw new Error(`${abrupt.length} sockets ended without a close message`);
}

async function countRows(entrance: ProxyEndpoint): Promise<number> {
  const headers = { apikey: drillSecretKey, prefer: 'count=exact', range: '0-0' };
  const { headers: got } = await requestThroughProxy(
    entrance,
    '/rest/v1/partners?select=id&name=like.drill*',
    { headers },
  );
  return Number(got['content-range']?.split('/')[1]);
}
