import { hiddenFields } from './hidden-fields.ts';
import { leadFormTexts } from './lead-form-texts.ts';

/** Not rendered, not focusable, not read out, not known to autofill. Only programs fill it in. */
export function Honeypot() {
  return (
    <div hidden>
      <label>
        {leadFormTexts.honeypot}
        <input autoComplete="off" name={hiddenFields.honeypot} tabIndex={-1} type="text" />
      </label>
    </div>
  );
}
