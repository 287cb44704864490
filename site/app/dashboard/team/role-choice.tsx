import { useTeamRules } from '../../auth/session/use-team-rules.ts';
import { roles, type Role } from './roles.ts';
import { teamTexts } from './team-texts.ts';
import styles from './team.module.css';

const t = teamTexts.roles;

export function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const { data: rules } = useTeamRules(true);
  return (
    <fieldset className={styles.roleChoice}>
      <legend className="field-label">{t.legend}</legend>
      {roles.map((role) => (
        <label key={role}>
          <input
            aria-describedby={`role-${role}`}
            aria-label={t[role].label}
            checked={value === role}
            name="role"
            onChange={() => onChange(role)}
            type="radio"
            value={role}
          />
          <span>
            <b>{t[role].label}</b>
            <span id={`role-${role}`}>{t[role].hint}</span>
          </span>
        </label>
      ))}
      {rules?.sign_up_mode === 'open' && <p className="small muted">{t.openSignUpHint}</p>}
    </fieldset>
  );
}
