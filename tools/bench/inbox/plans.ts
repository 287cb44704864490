import { readFileSync } from 'node:fs';

/** PostgreSQL settings that log the plan of each statement, including those inside functions. */
export const autoExplainSettings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
};

const maxWidth = 150;

/** After the plan, a CONTEXT line repeats the statement. */
function planEnd(entry: string): number {
  const context = entry.search(/^\d{4}-.* CONTEXT: /m);
  return context === -1 ? entry.length : context;
}

/** Reads the log from byte `from` on: the plans for leads and their messages, each once. */
export function readPlans(log: string, from: number): string[][] {
  const text = readFileSync(log).subarray(from).toString();
  const entries = text.split(/^(?=\d{4}-\d\d-\d\d .*?LOG: {2})/m);
  const plans = entries
    .filter(
      (entry) => entry.includes('plan:') && /(?:Scan|Insert|Update)\b.*\b(leads|lead_messages)\b/.test(entry),
    )
    .map((entry) => entry.slice(entry.indexOf('Query Text:'), planEnd(entry)).trimEnd().split('\n'));
  const seen = new Set<string>();
  return plans
    .filter((lines) => {
      const shape = lines.map((line) => line.replaceAll(/\d+/g, '')).join();
      if (seen.has(shape)) return false;
      seen.add(shape);
      return true;
    })
    .map((lines) => lines.map((line) => line.replaceAll('\t', '').slice(0, maxWidth)));
}
