// `npm start`, `npm run dev` and the other commands: checks the platform, installs, builds, hands over to the pinned Node.
import {
  alone,
  buildOnce,
  checkPlatform,
  handOver,
  installOnce,
  refuseForeignData,
  refuseSecondServer,
} from './cli/setup/prepare.mjs';

/** Commands that serve or look at the built site. */
const needsBuild = new Set(['serve', 'bench', 'screenshots', 'audit']);
const [command = 'serve', ...args] = process.argv.slice(2);

checkPlatform();
if (command !== 'backend') refuseForeignData();
if (command === 'serve' || command === 'dev') refuseSecondServer();
await alone(async () => {
  await installOnce();
  if (needsBuild.has(command)) await buildOnce();
});
const mode = command === 'dev' ? 'development' : 'production';
process.exit(await handOver(['cli/main.ts', command, ...args], { NODE_ENV: mode }));
