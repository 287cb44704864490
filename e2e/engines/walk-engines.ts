// `npm run audit -- engines`: the public journeys, sign-in and the inbox in Firefox and WebKitGTK.
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../server/project-root.ts';
import { writeReport } from '../audit/report.ts';
import { startProduct } from '../product/product.ts';
import type { BrowserEngine } from './engine.ts';
import { publicSteps } from './public-steps.ts';
import { staffSteps } from './staff-steps.ts';
import { startFirefox } from './start-firefox.ts';
import { startWebKit } from './start-webkit.ts';
import { createEngineWalk } from './walk.ts';

const pictures = join(projectRoot, 'screenshots/engines');

function firstThatExists(...paths: string[]): string | undefined {
  return paths.find((path) => existsSync(path));
}

/** By name; undefined if its Debian packages are missing: firefox-esr; webkit2gtk-driver and xvfb. */
function findEngines(): Record<string, (() => Promise<BrowserEngine>) | undefined> {
  const firefox = firstThatExists('/usr/bin/firefox-esr', '/usr/bin/firefox');
  const driver = firstThatExists('/usr/bin/WebKitWebDriver');
  const display = firstThatExists('/usr/bin/Xvfb');
  const browser = firstThatExists(
    ...['x86_64', 'aarch64'].map((arch) => `/usr/lib/${arch}-linux-gnu/webkit2gtk-4.1/MiniBrowser`),
  );
  return {
    Firefox: firefox ? () => startFirefox(firefox) : undefined,
    WebKitGTK: driver && display && browser ? () => startWebKit({ driver, display, browser }) : undefined,
  };
}

interface EngineReport {
  name: string;
  version: string;
  passed: string[];
  failed: { title: string; error: string }[];
}

async function walkIn(start: () => Promise<BrowserEngine>): Promise<EngineReport> {
  await using product = await startProduct();
  const engine = await start();
  const report: EngineReport = { name: engine.name, version: engine.version, passed: [], failed: [] };
  const walk = createEngineWalk(engine, product);
  await engine.resize(1440, 900);
  for (const [title, run] of Object.entries({ ...publicSteps, ...staffSteps })) {
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
}

/** The dated result of the walks, which the site shows and the repository stores. */
export interface EnginesReport {
  /** ISO 8601, by the clock of the machine */
  finishedAt: string;
  engines: EngineReport[];
}

/** Runs the walk in every installed engine, writes the report and returns how many steps failed. */
export async function walkEngines(): Promise<number> {
  await mkdir(pictures, { recursive: true });
  const found = Object.entries(findEngines());
  const engines: EngineReport[] = [];
  for (const [name, start] of found)
    if (start) engines.push(await walkIn(start));
    else
      process.stderr.write(
        `${name} is not installed; on Debian: apt-get install firefox-esr webkit2gtk-driver xvfb\n`,
      );
  const failed = engines.flatMap((engine) => engine.failed).length;
  if (engines.length === found.length)
    await writeReport('engines', { finishedAt: new Date().toISOString(), engines } satisfies EnginesReport);
  process.stdout.write(`${engines.length} engines, ${failed} steps failed\n`);
  return failed;
}
