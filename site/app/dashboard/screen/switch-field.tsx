// A labelled switch with a text that explains its current state.
import { classNames } from '../../ui/class-names.ts';
import styles from './switch-field.module.css';
export interface SwitchFieldProps {
  id: string;
  label: string;
  /** the meaning of the present state */
  text: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch with a sentence about its present state. */
export function SwitchField({ id, label, text, checked, onChange }: SwitchFieldProps) {
  return (
    <label className={classNames('check-field gap-14', styles.field)} htmlFor={id}>
      <input
        aria-describedby={`${id}-text`}
        aria-label={label}
        checked={checked}
        id={id}
        onChange={(event) => onChange(event.target.checked)}
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the checkbox itself has its state
        role="switch"
        type="checkbox"
      />
      <span className="stack gap-0">
        <b>{label}</b>
        <span className="muted" id={`${id}-text`}>
          {text}
        </span>
      </span>
    </label>
  );
}
