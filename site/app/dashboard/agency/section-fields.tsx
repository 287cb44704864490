import { classNames } from '../../ui/class-names.ts';
import type { Draft } from '../content/editor/use-draft.ts';
import { AgencyField } from './agency-field.tsx';
import type { AgencySection } from './agency-sections.ts';
import type { EditorDraft } from './editor-draft.ts';
import { controlId } from './find-agency-problems.ts';
import { OpeningHours } from './opening-hours.tsx';
import styles from './agency.module.css';

interface SectionFieldsProps {
  groups: AgencySection['groups'];
  draft: Draft<EditorDraft>;
}

/** The controls of one section, in their groups. */
export function SectionFields({ groups, draft }: SectionFieldsProps) {
  return groups.map(({ legend, fields }) => {
    const controls = fields.map((name) =>
      name === 'openingHours' ? (
        <OpeningHours
          key={name}
          onChange={draft.change}
          problemOf={draft.problemOf}
          value={draft.values.openingHours}
        />
      ) : (
        <AgencyField
          error={draft.problemOf(controlId(name))}
          key={name}
          name={name}
          onChange={draft.change}
          value={draft.values[name]}
        />
      ),
    );
    return legend === undefined ? (
      controls
    ) : (
      <fieldset className={classNames('stack gap-12 min-w-0', styles.figure)} key={legend}>
        <legend className="field-label">{legend}</legend>
        {controls}
      </fieldset>
    );
  });
}
