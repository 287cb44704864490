import { useTeamRules } from '../../auth/session/use-team-rules.ts';
import { roles, type Role } from '../../data/roles.ts';
import { teamTexts } from './team-texts.ts';

const t = teamTexts.roles;

/** Radio buttons of the name `role`; `first` is chosen at first. */
export function RoleChoice({ first }: { first: Role }) {
  const { data: rules } = useTeamRules(true);
  return (
    <fieldset className="stack gap-4">
      <legend className="field-label">{t.legend}</legend>
      {roles.map((role) => (
        <label className="check-field" key={role}>
          <input
            aria-describedby={`role-${role}`}
            aria-label={t[role].label}
            defaultChecked={first === role}
            name="role"
            type="radio"
            value={role}
          />
          <span className="stack gap-0">
            <b>{t[role].label}</b>
            <span className="muted" id={`role-${role}`}>
              {t[role].hint}
            </span>
          </span>
        </label>
      ))}
      {rules?.sign_up_mode === 'open' && <p className="small muted">{t.openSignUpHint}</p>}
    </fieldset>
  );
}
