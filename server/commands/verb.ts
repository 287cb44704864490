// The declaration of a verb, from which help, usage errors, preparations and refusals follow.
import type { Environment } from '../config.ts';

export interface VerbCall<Options = object> {
  args: readonly string[];
  options: Options;
  environment: Environment;
  /** Whether a step that cannot be undone may be taken: by --yes, or by asking on a terminal. */
  confirm: (question: string) => Promise<boolean>;
}

type Run = (call: VerbCall<never>) => Promise<void> | void;

export interface Verb {
  name: string;
  summary: string;
  /** Printed below the summary in its help. */
  details?: string;
  /** `<name>` or `[name]`, its description, and the values it may have. */
  arguments?: [term: string, description: string, choices?: readonly string[]][];
  /** Flags as commander reads them, such as `--at <time>`, and a description. */
  options?: [flags: string, description: string][];
  /** `data`: of DATA_DIR or its database. */
  changes: 'nothing' | 'data' | 'other files';
  /** Has --yes, and does nothing without it or an answer on a terminal. */
  isDestructive?: true;
  /** `exclusive`: only while no server uses it. Undefined: it needs none, or examines it itself. */
  dataFolder?: 'exclusive' | 'shared';
  /** `with primitives`: its pages are looked at (site/app/ui/primitives.tsx). */
  needsBuiltSite?: true | 'with primitives';
  /** Servers handle their own errors; a command's error is one line; a tool's shows its stack. */
  kind: 'server' | 'command' | 'tool';
  /** On demand, so that a verb loads its own modules alone. */
  load: () => Promise<Run>;
}
