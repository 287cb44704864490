import { useState, type KeyboardEvent } from 'react';
import { TextField } from './field.tsx';
import { Icon } from './icon.tsx';
import './password-field.css';

/** With a switch to show the password and a Caps Lock warning. Pasting is allowed. */
export function PasswordField({
  label = 'Password',
  name = 'password',
  id,
  autoComplete,
  error,
  hint,
}: {
  label?: string;
  name?: string;
  id: string;
  autoComplete: 'current-password' | 'new-password';
  error: string | undefined;
  hint?: string;
}) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);

  function noticeCapsLock(event: KeyboardEvent): void {
    setCapsLock(event.getModifierState('CapsLock'));
  }

  return (
    <div className="password-field">
      <TextField
        autoCapitalize="none"
        autoComplete={autoComplete}
        error={error}
        hint={hint}
        id={id}
        label={label}
        name={name}
        onBlur={() => setCapsLock(false)}
        onKeyDown={noticeCapsLock}
        onKeyUp={noticeCapsLock}
        required
        spellCheck={false}
        type={shown ? 'text' : 'password'}
      />
      <button aria-pressed={shown} className="password-switch" onClick={() => setShown(!shown)} type="button">
        <Icon name={shown ? 'eye-off' : 'eye'} />
        {shown ? 'Hide' : 'Show'}
        <span className="sr-only">{` ${label.toLowerCase()}`}</span>
      </button>
      <output className="password-caps">
        {capsLock && (
          <>
            <Icon name="warning" /> Caps Lock is on
          </>
        )}
      </output>
    </div>
  );
}
