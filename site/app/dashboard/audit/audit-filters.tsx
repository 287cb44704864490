import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { auditTexts } from './audit-texts.ts';
import styles from './audit.module.css';
import { useAuditAccounts, type AuditFilter } from './read-audit-log.ts';

const t = auditTexts.filters;

/** Native controls; each change applies at once. */
export function AuditFilters({
  filter,
  isFiltered,
  onChange,
}: {
  filter: AuditFilter;
  isFiltered: boolean;
  onChange: (filter: Partial<AuditFilter>) => void;
}) {
  const { data: accounts = [] } = useAuditAccounts();
  return (
    <form aria-label={t.label} className={styles.filters} onSubmit={(event) => event.preventDefault()}>
      <SelectField
        label={t.account}
        name="account"
        onChange={(event) => onChange({ account: event.target.value })}
        value={filter.account}
      >
        <option value="">{t.everyone}</option>
        {accounts.map(({ account_id, account_name }) => (
          <option key={account_id} value={account_id}>
            {account_name ?? auditTexts.formerAccount}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t.area}
        name="area"
        onChange={(event) => onChange({ area: event.target.value })}
        value={filter.area}
      >
        <option value="">{t.everything}</option>
        {Object.entries(auditTexts.areas).map(([area, label]) => (
          <option key={area} value={area}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t.from}
        max={filter.until || undefined}
        name="from"
        onChange={(event) => onChange({ from: event.target.value })}
        type="date"
        value={filter.from}
      />
      <TextField
        label={t.until}
        min={filter.from || undefined}
        name="until"
        onChange={(event) => onChange({ until: event.target.value })}
        type="date"
        value={filter.until}
      />
      {isFiltered && (
        <Button onClick={() => onChange({ account: '', area: '', from: '', until: '' })} variant="ghost">
          {t.clear}
        </Button>
      )}
    </form>
  );
}
