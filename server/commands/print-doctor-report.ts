// The doctor command: prints the findings of all checks of the installation.
import { ConfigError, readConfig, type ServerConfig, type Environment } from '../settings/config.ts';
import { examineInstallation, type DoctorCheckResult } from '../doctor/examine.ts';
import { hideSecrets } from '../log/hide-secrets.ts';
import { findUnknownSettings } from '../doctor/unknown-settings.ts';
import type { CommandCall } from './command-declaration.ts';

export async function printDoctorReport({ environment }: CommandCall): Promise<void> {
  const config = tryConfig(environment);
  const results = await examineInstallation(config, environment);
  for (const each of results) process.stdout.write(hideSecrets(describe(each)));
  const findings = results.flatMap((each) => each.findings);
  const count = findings.filter(({ isWarning }) => !isWarning).length;
  const skipped = results.filter((each) => each.skipped !== undefined).map(({ name }) => name);
  const notChecked = skipped.length > 0 ? ` Not checked: ${skipped.join(', ')}.` : '';
  if (findings.length === 0) return void process.stdout.write(`\nNo problems found.${notChecked}\n`);
  if (count === 0) return void process.stdout.write(`\nNo problems, but see the warnings.${notChecked}\n`);
  process.stdout.write(`\n${count} ${count === 1 ? 'finding' : 'findings'}.\n`);
  process.exit(1);
}

/** The message of the error names each wrong setting and the fix. */
function tryConfig(environment: Environment): ServerConfig {
  try {
    return readConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // A setting that is missing may be a misspelled one.
    const findings = findUnknownSettings(environment);
    if (findings.length > 0) process.stdout.write(describe({ name: 'settings', findings }));
    process.stdout.write('wrong   settings that keep the server from starting:\n');
    throw error;
  }
}

function describe({ name, findings, skipped }: DoctorCheckResult): string {
  if (skipped !== undefined) return `skipped ${name}: ${skipped}\n`;
  if (findings.length === 0) return `good    ${name}\n`;
  return findings
    .map(
      ({ what, finding, fix, isWarning }) =>
        `${isWarning ? 'warning' : 'wrong  '} ${what}: ${finding}\n        ${fix}\n`,
    )
    .join('');
}
