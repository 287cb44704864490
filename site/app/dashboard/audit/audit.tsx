import { Link, useSearchParams } from 'react-router';
import { isOwner } from '../../auth/session/roles.ts';
import { PagedList } from '../screen/paged-list.tsx';
import { RestrictedScreen } from '../screen/restricted-screen.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { auditTexts as t } from './audit-texts.ts';
import styles from './audit.module.css';
import { describeEntry } from './describe-entry.ts';
import { useAuditLog, type AuditEntry, type AuditFilter } from './read-audit-log.ts';

const time = new Intl.DateTimeFormat('en-CA', { dateStyle: 'medium', timeStyle: 'medium' });
const day = /^20\d\d-\d\d-\d\d$/;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** From the address, where anything may stand. */
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

/** Who did what, when and from where. The database shows it to owners alone. */
export default function Audit() {
  return (
    <RestrictedScreen deniedText={t.ownersOnly} may={isOwner} title={t.title}>
      <ScreenHeading text={t.description} title={t.title} />
      <Entries />
    </RestrictedScreen>
  );
}

function Entries() {
  const [query, setQuery] = useSearchParams();
  const filter = readFilter(query);
  const isFiltered = Object.values(filter).some(Boolean);

  function change(changed: Partial<AuditFilter>): void {
    const next = Object.entries({ ...filter, ...changed }).filter(([, value]) => value !== '');
    setQuery(new URLSearchParams(next), { replace: true, preventScrollReset: true });
  }

  return (
    <>
      <AuditFilters filter={filter} isFiltered={isFiltered} onChange={change} />
      <PagedList
        className={styles.list}
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
  const { created_at: createdAt, lead, network } = entry;
  return (
    <div className="py-12 hair-bottom">
      <p>{describeEntry(entry)}</p>
      <p className={styles.facts}>
        <time className="figure" dateTime={createdAt}>
          {time.format(new Date(createdAt)).replaceAll('\u202f', ' ')}
        </time>
        {network !== null && <span className="figure">{t.network(network)}</span>}
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
