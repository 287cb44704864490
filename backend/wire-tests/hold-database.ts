// node hold-database.ts DIR: runs the database of a folder until its input ends.
import { startEmbeddedServer } from '../src/database/embedded-server.ts';

try {
  const server = await startEmbeddedServer({ dataDir: process.argv[2] ?? '' });
  process.stdout.write(
    `${JSON.stringify({ connection: server.connection, cluster: server.clusterFolder })}\n`,
  );
  process.stdin.resume();
  process.stdin.once('end', () => void server.stop());
} catch (error) {
  process.stdout.write(`${JSON.stringify({ rejection: (error as Error).message })}\n`);
  process.exitCode = 1;
}
