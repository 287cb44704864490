import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../screen/panel.tsx';
import { QueryResult } from '../screen/query-result.tsx';
import { formatDay } from './format-day.ts';
import { IncidentForm } from './incident-form.tsx';
import { privacyTexts } from './privacy-texts.ts';
import { useIncidents, type Incident } from './read-registers.ts';

const t = privacyTexts.incidents;

function IncidentRow({ incident, onEdit }: { incident: Incident; onEdit: () => void }) {
  const { noticed_on: noticed, what, whose, risk, is_serious: isSerious } = incident;
  const day = formatDay(noticed);
  return (
    <li className="grid gap-6 py-16 hair-top">
      <div className="cluster">
        <b className="me-auto">{day}</b>
        <Badge variant={isSerious ? 'land' : 'secondary'}>{isSerious ? t.serious : t.notSerious}</Badge>
      </div>
      <p className="pre-wrap">{what}</p>
      <p className="pre-wrap">{t.whose(whose)}</p>
      <p className="pre-wrap">{t.risk(risk)}</p>
      <p className="pre-wrap">
        {incident.told && incident.told_on ? t.told(incident.told, formatDay(incident.told_on)) : t.notTold}
      </p>
      <div>
        <Button icon="edit" iconOnly onClick={onEdit} variant="secondary">
          {t.edit(day)}
        </Button>
      </div>
    </li>
  );
}

/** The register of incidents that Law 25 wants. */
export function Incidents() {
  const incidents = useIncidents();
  const [open, setOpen] = useState<Incident | 'new'>();
  return (
    <Panel id="incidents" padded stacked title={t.title}>
      <p className="muted">{t.hint}</p>
      <QueryResult failedText={t.failed} loadingText={privacyTexts.loading} query={incidents}>
        {(rows) =>
          rows.length === 0 ? (
            <p>{t.empty}</p>
          ) : (
            <ul>
              {rows.map((incident) => (
                <IncidentRow incident={incident} key={incident.id} onEdit={() => setOpen(incident)} />
              ))}
            </ul>
          )
        }
      </QueryResult>
      <div>
        <Button icon="plus" onClick={() => setOpen('new')} variant="secondary">
          {t.add}
        </Button>
      </div>
      {open && (
        <IncidentForm incident={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />
      )}
    </Panel>
  );
}
