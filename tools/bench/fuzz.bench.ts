import { Random, planGeneratedQuery } from '@fairlead/backend/testing';
import type { Bench } from './bench.ts';
import { fullOrTrialAmount } from './rounds.ts';

const queries = fullOrTrialAmount(1_000_000, 1_000);

export const bench: Bench = {
  title: 'a million generated queries through parser, planner and SQL builder',
  needs: [],
  async run(report) {
    const seed = Date.now() >>> 0;
    report.say(`seed ${seed}`);
    const random = new Random(seed);
    let planned = 0;
    let faults = 0;
    const started = performance.now();
    for (let round = 0; round < queries; round += 1) {
      const tried = await planGeneratedQuery(random);
      planned += tried.planned;
      if (tried.fault === null) continue;
      faults += 1;
      if (faults <= 5) report.say(`round ${round}: ${tried.fault}`);
    }
    const micros = ((performance.now() - started) * 1000) / queries;
    report.figure({ name: 'queries that went wrong', value: faults, unit: '', atMost: 0 });
    report.figure({ name: 'statements built and checked', value: planned, unit: '', atLeast: queries / 2 });
    report.figure({ name: 'one query, generated, planned and checked', value: micros, unit: 'µs' });
  },
};
