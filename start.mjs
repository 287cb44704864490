// `npm start`, `npm run dev` and the smaller verbs: checks the platform, installs, builds, hands over to the pinned Node.
import {
  alone,
  buildOnce,
  checkPlatform,
  handOver,
  installOnce,
  refuseForeignData,
  refuseSecondServer,
} from './run/prepare.mjs';

const verbs = {
  serve: { program: 'serve.ts', build: true },
  dev: { program: 'dev.ts', build: false },
  bench: { program: 'bench/run.ts', build: true },
  screenshots: { program: 'e2e/screenshots.ts', build: true },
  'rotate-key': { program: 'run/verbs/rotate-key.ts', build: false },
  databases: { program: 'run/verbs/databases.ts', build: false },
  audit: { program: 'e2e/audit/run.ts', build: true },
};
const [verb = 'serve', ...rest] = process.argv.slice(2);
const { program, build } = verbs[verb] ?? { program: `run/${verb}.ts`, build: false };

checkPlatform();
if (verb !== 'backend') refuseForeignData();
if (verb === 'serve' || verb === 'dev') refuseSecondServer();
await alone(async () => {
  await installOnce();
  if (build) await buildOnce();
});
const mode = verb === 'dev' ? 'development' : 'production';
process.exit(await handOver([program, ...rest], { NODE_ENV: mode }));
