import { useAgency } from '../../agency/use-agency.ts';
import { consentVersion, consentWords } from '../../lead/consent.ts';
import { hiddenFields } from './hidden-fields.ts';
import styles from './lead-form.module.css';

/** Optional, and never ticked for anybody: the law wants a consent that was given (CASL). */
export function ConsentBox({ id, isTicked }: { id: string; isTicked: boolean }) {
  const { label, hint } = consentWords(useAgency());
  const hintId = `${id}-consent-hint`;
  return (
    <div className={styles.consent}>
      <label className="check-field">
        <input
          aria-describedby={hintId}
          defaultChecked={isTicked}
          name={hiddenFields.consent}
          type="checkbox"
          value={consentVersion}
        />
        <span>{label}</span>
      </label>
      <p id={hintId}>{hint}</p>
    </div>
  );
}
