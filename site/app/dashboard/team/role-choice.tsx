import { useTeamRules } from '../../auth/session/use-team-rules.ts';
import { roles, type Role } from './roles.ts';
import styles from './team.module.css';

export function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const { data: rules } = useTeamRules(true);
  return (
    <fieldset className={styles.roleChoice}>
      <legend className="field-label">Role</legend>
      {roles.map(({ role, label, text }) => (
        <label key={role}>
          <input
            aria-describedby={`role-${role}`}
            aria-label={label}
            checked={value === role}
            name="role"
            onChange={() => onChange(role)}
            type="radio"
            value={role}
          />
          <span>
            <b>{label}</b>
            <span id={`role-${role}`}>{text}</span>
          </span>
        </label>
      ))}
      {rules?.sign_up_mode === 'open' && (
        <p className="small muted">
          While sign-up is open, every role can also read messages and edit pages.
        </p>
      )}
    </fieldset>
  );
}
