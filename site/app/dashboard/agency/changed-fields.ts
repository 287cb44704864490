import type { AgencyRecord } from '../../agency/agency-record.ts';
import { days } from '../../agency/field-kinds.ts';
import { agencyDraftOf, agencyFieldNames, type AgencyDraft } from './agency-draft.ts';
import { agencyFieldTexts } from './agency-field-texts.ts';
import { agencyScreenTexts } from './agency-screen-texts.ts';
import { agencySections, type FieldName } from './agency-sections.ts';

interface ChangedField {
  label: string;
  from: string;
  to: string;
}

/** The program's own texts are long and the same on both sides. */
const noLegal = { privacy: '', terms: '' };

/** The fields that differ between two versions, in the order of the form. */
export function changedFields(before: AgencyRecord, after: AgencyRecord): ChangedField[] {
  const [old, now] = [agencyDraftOf(before, noLegal), agencyDraftOf(after, noLegal)];
  return agencyFieldNames
    .map((name) => ({ label: labelOf(name), from: shown(name, old), to: shown(name, now) }))
    .filter(({ from, to }) => from !== to);
}

function shown(name: FieldName, draft: AgencyDraft): string {
  if (name !== 'openingHours') return draft[name];
  const open = days.filter((day) => draft.openingHours[day]?.[0]);
  return open.map((day) => `${agencyScreenTexts.days[day]} ${draft.openingHours[day]?.join('–')}`).join(', ');
}

/** Figures have the same labels in two sections: with the section and the figure they are told apart. */
function labelOf(name: FieldName): string {
  const { label } = agencyFieldTexts[name];
  for (const { title, groups } of agencySections) {
    const legend = groups.find(({ fields }) => fields.includes(name))?.legend;
    if (legend !== undefined) return `${title}, ${legend}: ${label}`;
  }
  return label;
}
