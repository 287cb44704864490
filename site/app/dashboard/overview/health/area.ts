export type Level = 'good' | 'note' | 'problem';

/** Something to do. */
export interface Problem {
  title: string;
  text: string;
  action: string;
}

export interface Area {
  id: 'backup' | 'mail' | 'mail-in' | 'disk' | 'version';
  heading: string;
  level: Level;
  /** Sentences. */
  facts: string[];
  problems: Problem[];
  /** Of the one line that is shown while nothing needs doing. */
  short?: string;
}
