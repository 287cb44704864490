import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../e2e/product/product.ts';
import { requireProgram } from '../proxy/require-program.ts';

export interface Postfix {
  port: number;
  /** Messages that it still holds. */
  waiting(): number;
  stop(): void;
}

/** Postfix as Debian packages it, which hands all mail to `next` on this machine; needs root. */
export async function startPostfix(folder: string, next: number): Promise<Postfix> {
  const program = requireProgram('postfix');
  const queueProgram = requireProgram('postqueue', 'postfix');
  const port = await freePort();
  for (const part of ['config', 'queue', 'data']) mkdirSync(join(folder, part), { recursive: true });
  const config = join(folder, 'config');
  spawnSync('chown', ['postfix', join(folder, 'data')]);
  chmodSync(folder, 0o755);
  writeFileSync(
    join(config, 'main.cf'),
    `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
mail_owner = postfix
setgid_group = postdrop
myhostname = relay.example
mydestination =
inet_interfaces = 127.0.0.1
mynetworks = 127.0.0.0/8
default_transport = smtp:[127.0.0.1]:${next}
relay_transport = smtp:[127.0.0.1]:${next}
smtpd_relay_restrictions = permit_mynetworks, reject
smtp_destination_concurrency_limit = 4
queue_run_delay = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 2s
smtp_connect_timeout = 2s
message_size_limit = 40000000
maillog_file = ${folder}/data/log
maillog_file_prefixes = ${folder}
`,
  );
  writeFileSync(
    join(config, 'master.cf'),
    `127.0.0.1:${port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
showq unix n - n - - showq
pickup unix n - n 60 1 pickup
postlog unix-dgram n - n - 1 postlogd
tlsmgr unix - - n 1000? 1 tlsmgr
`,
  );
  const run = (...args: string[]) => spawnSync(program, ['-c', config, ...args], { encoding: 'utf8' });
  const started = run('start');
  if (started.status !== 0) throw new Error(`postfix did not start: ${started.stderr}`);
  const stop = (): void => void run('stop');
  process.once('exit', stop);
  return {
    port,
    waiting() {
      const list = spawnSync(queueProgram, ['-c', config, '-j'], { encoding: 'utf8' }).stdout;
      return list.split('\n').filter(Boolean).length;
    },
    stop() {
      process.off('exit', stop);
      stop();
    },
  };
}
