// `npm run audit -- engines`: the public journeys, sign-in and the inbox in Firefox and WebKitGTK.
import { globSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../server/project-root.ts';
import { writeReport } from '../audit/report.ts';
import { startProduct } from '../product/product.ts';
import { runAxe } from '../audit/axe.ts';
import { waitUntilStill } from '../audit/presentation.ts';
import type { BrowserEngine } from './engine.ts';
import { formJourneys } from './form-journeys.ts';
import type { JourneyMove } from './journey-move.ts';
import { pageJourneys } from './page-journeys.ts';
import { screenJourneys } from './screen-journeys.ts';
import { startFirefox } from './start-firefox.ts';
import { startWebKit } from './start-web-kit.ts';
import { createEngineWalk, type EngineWalk } from './walk.ts';

const pictures = join(projectRoot, 'screenshots/engines');

/** By name; undefined if its Debian packages are missing: firefox-esr; webkit2gtk-driver and xvfb. */
function findEngines(): Record<string, (() => Promise<BrowserEngine>) | undefined> {
  const [firefox] = globSync('/usr/bin/firefox{-esr,}');
  const [driver] = globSync('/usr/bin/WebKitWebDriver');
  const [display] = globSync('/usr/bin/Xvfb');
  const [browser] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser');
  return {
    Firefox: firefox ? () => startFirefox(firefox) : undefined,
    WebKitGTK: driver && display && browser ? () => startWebKit(driver, browser) : undefined,
  };
}

interface EngineReport {
  name: string;
  version: string;
  passed: string[];
  failed: { title: string; error: string }[];
}

/** Makes a move and waits for what it shows; throws if axe finds a fault, or the page has logged one. */
async function make({ act, shows = '' }: JourneyMove, walk: EngineWalk): Promise<void> {
  const before = walk.engine.errors().length;
  await act(walk);
  await (typeof shows === 'string' ? walk.waitFor(shows) : shows(walk));
  // a toast should not cover what a click has scrolled under it
  await walk.engine.evaluate(`scrollTo({ top: 0, behavior: 'instant' })`);
  await waitUntilStill(walk.engine);
  const { violations } = await runAxe(walk.engine);
  const faults = violations.map(({ rule, targets }) => `${rule}: ${targets.join(' | ')}`);
  faults.push(...walk.engine.errors().slice(before));
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

async function walkIn(start: () => Promise<BrowserEngine>): Promise<EngineReport> {
  await using product = await startProduct();
  const engine = await start();
  const report: EngineReport = { name: engine.name, version: engine.version, passed: [], failed: [] };
  const walk = createEngineWalk(engine, product);
  for (const [journey, moves] of Object.entries({ ...pageJourneys, ...formJourneys, ...screenJourneys })) {
    await engine.resize(1440, 900);
    let title = journey;
    try {
      for (const move of moves.filter(({ shows }) => shows)) {
        title = `${journey}: ${move.do}`;
        await make(move, walk);
        report.passed.push(title);
        process.stdout.write(`  ${engine.name}: ${title}\n`);
      }
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
