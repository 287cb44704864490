interface Limit {
  atMost?: number;
  atLeast?: number;
}

/** Two medians of one run, ours to the peer's. */
interface Ratio extends Limit {
  name: string;
  ours: number;
  peer: number;
  unit: string;
}

interface Figure extends Limit {
  name: string;
  value: number;
  unit: string;
}

export interface BenchReport {
  say(line: string): void;
  ratio(row: Ratio): void;
  figure(row: Figure): void;
}

type Row = [name: string, ours: string, peer: string, ratio: string, limit: string, verdict: string];

export interface PrintableBenchReport extends BenchReport {
  print(): { held: number; missed: number };
}

const headings: Row = ['what', 'ours', 'peer', 'ratio', 'limit', ''];

export function createBenchReport(): PrintableBenchReport {
  const rows: Row[] = [];
  const verdicts: string[] = [];

  function judge(value: number, { atMost, atLeast }: Limit): [limit: string, verdict: string] {
    const limits = [
      ...(atMost === undefined ? [] : [`≤ ${digits(atMost)}`]),
      ...(atLeast === undefined ? [] : [`≥ ${digits(atLeast)}`]),
    ];
    if (limits.length === 0) return ['', ''];
    const held = value <= (atMost ?? Infinity) && value >= (atLeast ?? -Infinity);
    verdicts.push(held ? 'held' : 'MISSED');
    return [limits.join(' '), held ? 'held' : 'MISSED'];
  }

  return {
    say(line) {
      process.stdout.write(`  ${line}\n`);
    },
    ratio({ name, ours, peer, unit, ...limit }) {
      const ratio = ours / peer;
      rows.push([
        name,
        `${digits(ours)} ${unit}`,
        `${digits(peer)} ${unit}`,
        digits(ratio),
        ...judge(ratio, limit),
      ]);
    },
    figure({ name, value, unit, ...limit }) {
      rows.push([name, `${digits(value)} ${unit}`, '', '', ...judge(value, limit)]);
    },
    print() {
      const table = [headings, ...rows];
      const widths = headings.map((_, column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
      for (const row of table) {
        const cells = row.map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        );
        process.stdout.write(`  ${cells.join('  ').trimEnd()}\n`);
      }
      const held = verdicts.filter((verdict) => verdict === 'held').length;
      return { held, missed: verdicts.length - held };
    },
  };
}

/** Three significant digits; whole numbers from 100 on. */
function digits(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  return value >= 100 ? Math.round(value).toLocaleString('en-CA') : String(Number(value.toPrecision(3)));
}
