import { roles, type Role } from './roles.ts';

/** One role of four, each with what it may do. */
export function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  return (
    <fieldset className="role-choice">
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
    </fieldset>
  );
}
