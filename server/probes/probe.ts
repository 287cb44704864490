import type { ServerConfig } from '../settings/config.ts';
import type { DoctorFinding } from './doctor-finding.ts';

export type ProbeConfig = Pick<
  ServerConfig,
  'BACKUP_TO' | 'DATA_DIR' | 'DKIM_SELECTOR' | 'DNS_SERVER' | 'MAIL_FROM' | 'SMTP_URL'
>;

interface ProbeGauge<Reading> {
  /** Without the prefix of the program. */
  name: string;
  help: string;
  /** Undefined if it is unknown; then the metric is absent. */
  value: (reading: Reading) => number | undefined;
}

interface ProbeDefinition<Reading> {
  name: string;
  /** Null if there is nothing to read, or it cannot be read. */
  read: (config: ProbeConfig) => Reading | null | Promise<Reading | null>;
  /** What is wrong, with the fix, for an operator; none if the reading is good. */
  judge: (reading: Reading, config: ProbeConfig) => DoctorFinding[];
  gauges: readonly ProbeGauge<Reading>[];
}

/** What the doctor, the health card and the metrics say of one thing; probes.ts lists all. */
export interface Probe {
  name: string;
  findProblems(config: ProbeConfig): Promise<DoctorFinding[]>;
  gauges: readonly { name: string; help: string }[];
  /** Those that are known, by name. */
  readGauges(config: ProbeConfig): Promise<Map<string, number>>;
}

export function defineProbe<Reading>({
  read,
  judge,
  ...others
}: ProbeDefinition<Reading>): ProbeDefinition<Reading> & Probe {
  return {
    ...others,
    read,
    judge,
    async findProblems(config) {
      const reading = await read(config);
      return reading === null ? [] : judge(reading, config);
    },
    async readGauges(config) {
      const reading = others.gauges.length > 0 ? await read(config) : null;
      const values = new Map<string, number>();
      if (reading === null) return values;
      for (const { name, value } of others.gauges) {
        const known = value(reading);
        if (known !== undefined) values.set(name, known);
      }
      return values;
    },
  };
}
