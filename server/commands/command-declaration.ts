// The declaration of a command, from which help, usage errors, preparations and refusals are derived.
import type { Environment } from '../settings/config.ts';

export interface CommandCall<Options = object> {
  args: readonly string[];
  options: Options;
  environment: Environment;
  /** Whether an irreversible step may be taken: confirmed by --yes, or by an answer on a terminal. */
  confirm: (question: string) => Promise<boolean>;
}

type Run = (call: CommandCall<never>) => Promise<void> | void;

export interface CommandDeclaration {
  name: string;
  summary: string;
  /** Printed below the summary in its help. */
  details?: string;
  /** `<name>` or `[name]`, its description, and the values it may have. */
  arguments?: [term: string, description: string, choices?: readonly string[]][];
  /** Flags as commander reads them, such as `--at <time>`, and a description. */
  options?: [flags: string, description: string][];
  /** `data`: what is in DATA_DIR or its database. */
  changes: 'nothing' | 'data' | 'other files';
  /** Has --yes, and does nothing unless confirmed by it or on a terminal. */
  isDestructive?: true;
  /**
   * `exclusive`: only while no server uses the folder. `examined`: also one that cannot be used. Started by root, the
   * command runs as the owner of the folder. Undefined: needs no folder.
   */
  dataFolder?: 'exclusive' | 'shared' | 'examined';
  needsBuiltSite?: true;
  /** Servers handle their own errors; an error of a command is printed as one line, that of a tool with its stack. */
  kind: 'server' | 'command' | 'tool';
  /** Loaded on demand, so that a command loads only its own modules. */
  load: () => Promise<Run>;
}
