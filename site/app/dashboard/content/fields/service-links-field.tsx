// The field for the services that a record refers to.
import { defineTexts } from '../../../texts/define-texts.ts';
import type { ContentField } from '../content-form.ts';
import { FieldError } from '../../../ui/field.tsx';
import { QueryResult } from '../../screen/query-result.tsx';
import { useServices } from '../categories/use-categories.ts';

/** The limit of the database. */
const most = 12;

const t = defineTexts({ tooMany: `Choose at most ${most} services` });

/** The services that a record refers to, in the order in which they were chosen. */
export const serviceLinksField: ContentField<readonly string[]> = {
  name: 'services',
  empty: [],
  read: (row) => row['service_ids'] as string[],
  write: (value) => ({ service_ids: value }),
  check: ({ ask }, value, id) => ask(id, value.length > most, t.tooMany),
  render: ({ id, value, error, onChange }) => (
    <ServiceLinks chosen={value} error={error} id={id} onChange={onChange} />
  ),
};

const serviceLinksTexts = defineTexts({
  legend: 'Services',
  hint: 'The case study links to these services, and their pages link back to it.',
  empty: 'No services yet.',
  draft: ' (draft)',
  loading: 'Loading the services...',
  failed: "We couldn't load the services.",
});

interface ServiceLinksProps {
  id: string;
  chosen: readonly string[];
  error: string | undefined;
  onChange: (ids: readonly string[]) => void;
}

/** A check box for each service. Ids of deleted services are removed with the next change. */
function ServiceLinks({ id, chosen, error, onChange }: ServiceLinksProps) {
  const services = useServices();
  return (
    <fieldset
      aria-describedby={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
      className="stack gap-4"
      id={id}
      tabIndex={-1}
    >
      <legend className="field-label">{serviceLinksTexts.legend}</legend>
      <p className="small muted" id={`${id}-hint`}>
        {serviceLinksTexts.hint}
      </p>
      <QueryResult
        failedText={serviceLinksTexts.failed}
        loadingText={serviceLinksTexts.loading}
        query={services}
      >
        {(all) => {
          if (all.length === 0) return <p className="small muted">{serviceLinksTexts.empty}</p>;
          const known = chosen.filter((one) => all.some((service) => service.id === one));
          return all.map((service) => (
            <label className="check-field" key={service.id}>
              <input
                checked={known.includes(service.id)}
                onChange={({ target }) =>
                  onChange(
                    target.checked ? [...known, service.id] : known.filter((one) => one !== service.id),
                  )
                }
                type="checkbox"
              />
              <span>
                <span>{service.name}</span>
                {!service.is_published && <span className="muted">{serviceLinksTexts.draft}</span>}
              </span>
            </label>
          ));
        }}
      </QueryResult>
      {error !== undefined && <FieldError id={`${id}-error`} text={error} />}
    </fieldset>
  );
}
