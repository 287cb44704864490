// `npm run audit -- engines`: the public journeys, sign-in and the inbox in Firefox and WebKitGTK.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../server/project-root.ts';
import { startProduct } from '../product/product.ts';
import type { Engine } from './engine.ts';
import { formSteps } from './form-steps.ts';
import { publicSteps } from './public-steps.ts';
import { staffSteps } from './staff-steps.ts';
import { startFirefox } from './start-firefox.ts';
import { startWebKit } from './start-webkit.ts';
import { createWalk } from './walk.ts';

const reportFile = join(projectRoot, 'docs/accessibility/engines.json');
const pictures = join(projectRoot, 'screenshots/engines');

function firstThatExists(...paths: string[]): string | undefined {
  return paths.find((path) => existsSync(path));
}

/** Debian's packages: firefox-esr; webkit2gtk-driver and xvfb. */
function findEngines(): Map<string, () => Promise<Engine>> {
  const found = new Map<string, () => Promise<Engine>>();
  const firefox = firstThatExists('/usr/bin/firefox-esr', '/usr/bin/firefox');
  if (firefox) found.set('Firefox', () => startFirefox(firefox));
  const driver = firstThatExists('/usr/bin/WebKitWebDriver');
  const display = firstThatExists('/usr/bin/Xvfb');
  const browser = firstThatExists(
    ...['x86_64', 'aarch64'].map((arch) => `/usr/lib/${arch}-linux-gnu/webkit2gtk-4.1/MiniBrowser`),
  );
  if (driver && display && browser) found.set('WebKitGTK', () => startWebKit({ driver, display, browser }));
  return found;
}

interface EngineReport {
  name: string;
  version: string;
  passed: string[];
  failed: { title: string; error: string }[];
}

async function walkIn(start: () => Promise<Engine>): Promise<EngineReport> {
  const product = await startProduct();
  try {
    const engine = await start();
    const report: EngineReport = { name: engine.name, version: engine.version, passed: [], failed: [] };
    const walk = createWalk(engine, product);
    await engine.resize(1440, 900);
    for (const { title, run } of [...publicSteps, ...formSteps, ...staffSteps]) {
      const before = engine.errors().length;
      try {
        await run(walk);
        const errors = engine.errors().slice(before);
        if (errors.length > 0) throw new Error(errors.join('\n'));
        report.passed.push(title);
        process.stdout.write(`  ${engine.name}: ${title}\n`);
      } catch (error) {
        const path = join(pictures, `${engine.name}-${report.failed.length + 1}.png`);
        await engine.screenshot(path).catch(() => undefined);
        report.failed.push({ title, error: String(error) });
        process.stdout.write(`✘ ${engine.name}: ${title}\n    ${String(error).slice(0, 800)}\n    ${path}\n`);
      }
    }
    await engine.close();
    return report;
  } finally {
    await product.stop();
  }
}

/** The dated result of the walks, as the site shows it and the repository keeps it. */
export interface EnginesReport {
  /** ISO 8601, by the clock of the machine */
  finishedAt: string;
  engines: EngineReport[];
}

/** Walks every engine that is installed, writes the report and returns how many steps failed. */
export async function walkEngines(): Promise<number> {
  await mkdir(pictures, { recursive: true });
  const found = findEngines();
  for (const name of ['Firefox', 'WebKitGTK'])
    if (!found.has(name))
      process.stderr.write(
        `${name} is not installed; on Debian: apt-get install firefox-esr webkit2gtk-driver xvfb\n`,
      );
  const engines: EngineReport[] = [];
  for (const start of found.values()) engines.push(await walkIn(start));
  const failed = engines.reduce((sum, engine) => sum + engine.failed.length, 0);
  if (engines.length === 2) {
    const report: EnginesReport = { finishedAt: new Date().toISOString(), engines };
    await writeFile(reportFile, `${JSON.stringify(report, null, 2)}\n`);
  }
  process.stdout.write(`${engines.length} engines, ${failed} steps failed\n`);
  return failed;
}
