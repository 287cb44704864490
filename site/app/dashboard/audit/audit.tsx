// The screen of the audit log, with its filters.
import { dayLabel } from '../screen/screen-texts.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatDateTimeWithSeconds } from '../../ui/format-values.ts';
import { useAgency } from '../../agency/use-agency.ts';
import { Link, useSearchParams } from 'react-router';
import { PagedList } from '../screen/paged-list.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { auditTexts as t } from './audit-texts.ts';
import styles from './audit.module.css';
import {
  auditAccountLabel,
  auditEmail,
  describeAuditEntry,
  useAuditLog,
  type AuditEntry,
  type AuditFilter,
  useAuditAccounts,
} from './audit-entries.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { SelectOptions } from '../screen/select-options.tsx';

const day = /^20\d\d-\d\d-\d\d$/;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Reads the filter from the URL, which may contain anything. */
function readFilter(query: URLSearchParams): AuditFilter {
  const read = (name: string, isRight: (value: string) => boolean) => {
    const value = query.get(name) ?? '';
    return isRight(value) ? value : '';
  };
  const isDay = (value: string) => day.test(value) && !Number.isNaN(Date.parse(value));
  return {
    account: read('account', (value) => uuid.test(value)),
    area: read('area', (value) => Object.hasOwn(t.areas, value)),
    from: read('from', isDay),
    until: read('until', isDay),
  };
}

/** Who did what, when and from where. The database shows it only to owners. */
export default function AuditLogScreen() {
  const [query, setQuery] = useSearchParams();
  const filter = readFilter(query);
  const isFiltered = Object.values(filter).some(Boolean);

  function change(changed: Partial<AuditFilter>): void {
    const next = Object.entries({ ...filter, ...changed }).filter(([, value]) => value !== '');
    setQuery(new URLSearchParams(next), { replace: true, preventScrollReset: true });
  }

  return (
    <>
      <ScreenHeading text={t.description} title={t.title} />
      <AuditFilters filter={filter} isFiltered={isFiltered} onChange={change} />
      <PagedList
        className="hair-top"
        emptyText={isFiltered ? t.noMatch : t.empty}
        query={useAuditLog(filter)}
        what={t.what}
      >
        {(entry) => <Entry entry={entry} />}
      </PagedList>
    </>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { timeZone } = useAgency();
  const { created_at: createdAt, lead, network } = entry;
  const email = auditEmail(entry);
  return (
    <div className={classNames('cluster items-baseline gap-0-20 py-12 hair-bottom', styles.entry)}>
      <p>{describeAuditEntry(entry)}</p>
      <p className={classNames('flex flex-wrap items-center gap-0-20 muted text-15', styles.facts)}>
        <time className="figure" dateTime={createdAt}>
          {formatDateTimeWithSeconds(createdAt, timeZone)}
        </time>
        {email !== null && <span>{email}</span>}
        {network !== null && <span className="mono">{describeNetwork(network)}</span>}
        {lead && (
          <Link
            to={`/dashboard/messages?${new URLSearchParams({ search: lead.email ?? lead.name }).toString()}`}
          >
            {t.open(lead.name)}
          </Link>
        )}
      </p>
    </div>
  );
}

/** "203.0.113.0/24" is what the log keeps of an address: all but its last part. */
function describeNetwork(network: string): string {
  if (/^(127\.|::1)/.test(network)) return t.ownServer;
  return t.network(network.replace(/\.0\/24$/, '.…').replace(/(::)?\/\d+$/, ':…'));
}

interface AuditFiltersProps {
  filter: AuditFilter;
  isFiltered: boolean;
  onChange: (filter: Partial<AuditFilter>) => void;
}

/** Native controls, whose changes apply at once. */
function AuditFilters({ filter, isFiltered, onChange }: AuditFiltersProps) {
  const { data: accounts = [] } = useAuditAccounts();
  const { timeZone } = useAgency();
  return (
    <form
      aria-label={t.filters.label}
      className={classNames('grid gap-16 mb-24 dense', styles.filters)}
      onSubmit={(event) => event.preventDefault()}
    >
      <SelectField
        label={t.filters.account}
        name="account"
        onChange={(event) => onChange({ account: event.target.value })}
        value={filter.account}
      >
        <option value="">{t.filters.everyone}</option>
        <SelectOptions of={accounts.map((account) => [account.account_id, auditAccountLabel(account)])} />
      </SelectField>
      <SelectField
        label={t.filters.area}
        name="area"
        onChange={(event) => onChange({ area: event.target.value })}
        value={filter.area}
      >
        <option value="">{t.filters.everything}</option>
        <SelectOptions of={Object.entries(t.areas)} />
      </SelectField>
      <TextField
        label={dayLabel(t.filters.from, timeZone)}
        max={filter.until || undefined}
        name="from"
        onChange={(event) => onChange({ from: event.target.value })}
        type="date"
        value={filter.from}
      />
      <TextField
        label={dayLabel(t.filters.until, timeZone)}
        min={filter.from || undefined}
        name="until"
        onChange={(event) => onChange({ until: event.target.value })}
        type="date"
        value={filter.until}
      />
      {isFiltered && (
        <Button onClick={() => onChange({ account: '', area: '', from: '', until: '' })} variant="ghost">
          {t.filters.clear}
        </Button>
      )}
    </form>
  );
}
