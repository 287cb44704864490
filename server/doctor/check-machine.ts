// Doctor check of the machine: platform, glibc, Node.js version, memory, open files, locale.
import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import type { DoctorFinding } from '../probes/doctor-finding.ts';

export interface MachineProperties {
  platform: string;
  arch: string;
  /** Undefined without glibc. */
  glibc: string | undefined;
  nodeVersion: string;
  memoryBytes: number;
  /** The hard limit of this process, up to which Node raises it. */
  openFiles: number;
  /** LC_ALL, LC_CTYPE or LANG. */
  locale: string;
}

const mebibyte = 1024 * 1024;
const enoughMemory = 900 * mebibyte;
const enoughFiles = 4_096;

export function checkMachine(machine: MachineProperties): DoctorFinding[] {
  const { platform, arch, glibc, nodeVersion, memoryBytes, openFiles, locale } = machine;
  const findings: DoctorFinding[] = [];
  if (platform !== 'linux' || !['x64', 'arm64'].includes(arch) || glibc === undefined)
    findings.push({
      what: 'platform',
      finding: `${platform} on ${arch}${platform === 'linux' && glibc === undefined ? ' without glibc' : ''} has no embedded database`,
      fix: 'use a Linux with glibc on x64 or arm64, such as Debian or Ubuntu',
    });
  if (Number(nodeVersion.split('.')[0]) < 24)
    findings.push({
      what: 'Node',
      finding: `version ${nodeVersion} is too old`,
      fix: 'use Node 24 or newer',
    });
  if (memoryBytes < enoughMemory)
    findings.push({
      what: 'memory',
      finding: `${Math.round(memoryBytes / mebibyte)} MB is not much; the server and its database use up to 1 GB`,
      fix: 'give the machine or its container at least 1 GB',
    });
  if (openFiles < enoughFiles)
    findings.push({
      what: 'open files',
      finding: `only ${openFiles} files and connections can be open at the same time`,
      fix: 'raise the limit: LimitNOFILE=65536 in the systemd unit, or ulimit -n 65536 before the start',
    });
  if (locale !== '' && !/utf-?8|^(C|POSIX)$/i.test(locale))
    findings.push({
      what: 'locale',
      finding: `${locale} is not UTF-8, so file names with accents cannot be read`,
      fix: 'set LANG=C.UTF-8',
    });
  return findings;
}

export function readMachineProperties(environment: Record<string, string | undefined>): MachineProperties {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return {
    platform: process.platform,
    arch: process.arch,
    glibc: report.header?.glibcVersionRuntime,
    nodeVersion: process.versions.node,
    memoryBytes: Math.min(totalmem(), process.constrainedMemory() || Infinity),
    openFiles: Number(/^Max open files\s+\S+\s+(\d+)/m.exec(readText('/proc/self/limits'))?.[1] ?? Infinity),
    locale: environment['LC_ALL'] || environment['LC_CTYPE'] || environment['LANG'] || '',
  };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
