// The choice between two versions of a field that two people changed, beside that field.
import { useTextComparison } from '../versions/use-text-comparison.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast.tsx';
import { contentTexts } from '../content-texts.ts';
import { choiceId, type DraftConflict } from '../merge-drafts.ts';
import type { DraftProblem, FormDraft } from '../use-form-draft.ts';
import { versionTexts } from '../versions/version-texts.ts';
import styles from './editor.module.css';

const t = contentTexts.elsewhere;

/** A value as text, with the name of its field. */
interface DescribedValue {
  label: string;
  text: string;
}

interface ConflictChoicesProps<Values extends object> {
  draft: FormDraft<Values>;
  /** shows the conflicts of these fields; default: of all */
  names?: readonly string[];
  /** the values of some fields as texts */
  describe: (names: readonly string[], values: Values) => readonly DescribedValue[];
}

/** A price has several columns with one label. */
function labelsOf(values: readonly DescribedValue[]): string {
  return [...new Set(values.map(({ label }) => label))].join(', ');
}

/** What the bar of an editor says while fields must be chosen. */
export function listChoices<Values extends object>({ draft, describe }: ConflictChoicesProps<Values>) {
  const { conflicts, values, other } = draft;
  if (conflicts.length === 0) return undefined;
  const items = conflicts.map(({ names }): DraftProblem => {
    return { field: choiceId(names), text: labelsOf(describe(names, values)) };
  });
  return { title: t.choose(other, items.length), items };
}

/** The choices for some fields: both values side by side. The form keeps the own value until the other is chosen. */
export function ConflictChoices<Values extends object>(props: ConflictChoicesProps<Values>) {
  const { draft, names } = props;
  return draft.conflicts
    .filter((conflict) => names === undefined || conflict.names.some((name) => names.includes(name)))
    .map((conflict) => <ConflictChoice {...props} conflict={conflict} key={choiceId(conflict.names)} />);
}

function ConflictChoice<Values extends object>(
  props: ConflictChoicesProps<Values> & { conflict: DraftConflict<Values> },
) {
  const { draft, conflict, describe } = props;
  const { other } = draft;
  const id = choiceId(conflict.names);
  const mine = describe(conflict.names, { ...draft.values, ...conflict.mine });
  const theirs = describe(conflict.names, { ...draft.values, ...conflict.theirs });

  const fields = labelsOf(mine);

  function takeTheirs(): void {
    const undo = draft.resolve(conflict, 'theirs');
    toast({ title: t.taken(other), action: { label: contentTexts.editor.undo, onClick: undo } });
  }

  return (
    <section aria-label={t.choice(fields, other)} className={styles.conflict} id={id} tabIndex={-1}>
      <p className="row gap-8 font-bold">
        <Icon name="warning" />
        <span>{t.title(other)}</span>
      </p>
      <div className={styles.sides}>
        <Side compared={theirs} title={t.mine} values={mine} />
        <Side compared={mine} title={t.theirs(other)} values={theirs} />
      </div>
      <div className="cluster gap-10">
        <Button onClick={() => draft.resolve(conflict, 'mine')} variant="secondary">
          {t.keepMine}
        </Button>
        <Button onClick={takeTheirs} variant="secondary">
          {t.takeTheirs}
        </Button>
      </div>
    </section>
  );
}

interface SideProps {
  title: string;
  values: readonly DescribedValue[];
  compared: readonly DescribedValue[];
}

/** The values of one person; what only this person wrote is marked, and long texts that are equal are left out. */
function Side({ title, values, compared }: SideProps) {
  const comparison = useTextComparison();
  const shown = values.flatMap((value, i) => {
    const before = compared[i]?.text ?? '';
    return value.text === before ? [] : [{ ...value, before }];
  });
  return (
    <div className="stack gap-4 content-start">
      <p className="small font-bold">{title}</p>
      {shown.map(({ label, text, before }) => (
        <div className={styles.side} key={label}>
          {shown.length > 1 && <p className="small muted">{label}</p>}
          {text === '' && <p className="muted">{t.nothing}</p>}
          {comparison.data
            ? comparison.data(before, text).map(({ kind, text: words }, i) => {
                if (kind === 'gap') return <span key={i}>{` ${versionTexts.gap} `}</span>;
                if (kind === '+') return <mark key={i}>{words}</mark>;
                return kind === 'same' && <span key={i}>{words}</span>;
              })
            : text}
        </div>
      ))}
    </div>
  );
}
