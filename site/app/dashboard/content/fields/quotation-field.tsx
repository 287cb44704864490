// The field of a client's quotation: what they said, their name and role.
import { defineTexts } from '../../../texts/define-texts.ts';
import { TextAreaField, TextField } from '../../../ui/field.tsx';
import type { ContentField, ContentFieldProps } from '../content-form.ts';

const t = defineTexts({
  quote: {
    label: 'Quotation',
    hint: "The client's own words, without quotation marks.",
    called: 'the quotation',
  },
  name: { label: 'Who said it', called: 'the name' },
  role: { label: 'Their role', hint: 'Such as “Owner, Harbour Dental”.', called: 'the role' },
  unnamed: 'Say who said it: a name, a role or both',
});

interface Quotation {
  quote: string;
  name: string;
  role: string;
}

/** One value, so that words and name never come from two different saves. */
export const quotationField: ContentField<Quotation> = {
  name: 'quotation',
  empty: { quote: '', name: '', role: '' },
  read: (row) => ({
    quote: String(row['quote'] ?? ''),
    name: String(row['quote_name'] ?? ''),
    role: String(row['quote_role'] ?? ''),
  }),
  write: ({ quote, name, role }) => ({
    quote: quote.trim(),
    quote_name: name.trim(),
    quote_role: role.trim(),
  }),
  check(checks, { quote, name, role }, id) {
    checks.askLength(id, quote, 2000, t.quote.called);
    checks.ask(`${id}-name`, quote.trim() !== '' && name.trim() + role.trim() === '', t.unnamed);
    checks.askLength(`${id}-name`, name, 200, t.name.called);
    checks.askLength(`${id}-role`, role, 200, t.role.called);
  },
  render: (props) => <QuotationControls {...props} />,
};

function QuotationControls({ id, value, error, problemOf, onChange }: ContentFieldProps<Quotation>) {
  const change = (part: Partial<Quotation>) => onChange({ ...value, ...part });
  return (
    <>
      <TextAreaField
        error={error}
        hint={t.quote.hint}
        id={id}
        label={t.quote.label}
        name="quote"
        onChange={(event) => change({ quote: event.target.value })}
        optional
        rows={3}
        value={value.quote}
      />
      {(value.quote !== '' || value.name !== '' || value.role !== '') && (
        <>
          <TextField
            autoComplete="off"
            error={problemOf(`${id}-name`)}
            id={`${id}-name`}
            label={t.name.label}
            name="quote-name"
            onChange={(event) => change({ name: event.target.value })}
            value={value.name}
          />
          <TextField
            autoComplete="off"
            error={problemOf(`${id}-role`)}
            hint={t.role.hint}
            id={`${id}-role`}
            label={t.role.label}
            name="quote-role"
            onChange={(event) => change({ role: event.target.value })}
            value={value.role}
          />
        </>
      )}
    </>
  );
}
