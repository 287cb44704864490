import { FieldError } from '../../../../ui/field.tsx';
import { IconButton } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { RichText } from '../../../../texts/rich-text.tsx';
import { formatDollars } from '../../../../ui/format-values.ts';
import { payForResults } from '../../../../content/pricing.ts';
import { amountOf, priceFieldId, type PriceDraft } from './price-draft.ts';
import { priceTexts as t } from './price-texts.ts';
import { classNames } from '../../../../ui/class-names.ts';
import styles from './prices.module.css';

export interface PriceRowProps {
  line: PriceDraft;
  /** in the list, from 0 */
  index: number;
  /** how many lines there are */
  count: number;
  problemOf: (field: string) => string | undefined;
  onChange: (part: Partial<PriceDraft>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

const units = ['month', 'year', 'hour'] as const;

function shownAs(price: string): string {
  const amount = amountOf(price);
  if (Number.isNaN(amount)) return '';
  return amount === 0 ? payForResults : formatDollars(amount);
}

/** One line of the price list: what it is for, how much, and its position. */
export function PriceRow({ line, index, count, problemOf, onChange, onMove, onRemove }: PriceRowProps) {
  const nameId = priceFieldId(line.key, 'name');
  const amountId = priceFieldId(line.key, 'amount');
  const nameProblem = problemOf(nameId);
  const amountProblem = problemOf(amountId);
  const title = line.name.trim() || t.unnamed(index + 1);
  const shown = shownAs(line.price);
  return (
    <li className={styles.row}>
      <input
        aria-describedby={nameProblem && `${nameId}-error`}
        aria-invalid={nameProblem === undefined ? undefined : true}
        aria-label={t.nameLabel(index + 1)}
        autoComplete="off"
        className="col-span-full input"
        id={nameId}
        onChange={(event) => onChange({ name: event.target.value })}
        placeholder={t.namePlaceholder}
        value={line.name}
      />
      <input
        aria-describedby={amountProblem && `${amountId}-error`}
        aria-invalid={amountProblem === undefined ? undefined : true}
        aria-label={t.amountLabel(index + 1)}
        autoComplete="off"
        className={classNames(styles.rowAmount, 'input')}
        id={amountId}
        inputMode="decimal"
        onChange={(event) => onChange({ price: event.target.value })}
        placeholder="0"
        value={line.price}
      />
      <span className="select">
        <select
          aria-label={t.unitLabel(index + 1)}
          className="input"
          onChange={(event) => onChange({ unit: event.target.value })}
          value={line.unit}
        >
          <option value="">{t.units.once}</option>
          {units.map((unit) => (
            <option key={unit} value={unit}>
              {t.units[unit]}
            </option>
          ))}
          {line.unit !== '' && !units.some((unit) => unit === line.unit) && (
            <option value={line.unit}>{line.unit}</option>
          )}
        </select>
        <Icon name="chevron-down" />
      </span>
      <div className={styles.rowFoot}>
        <span className={styles.rowState}>
          <span
            className={classNames(styles.rowShown, 'figure small muted')}
            data-free={shown === payForResults || undefined}
          >
            {shown}
          </span>
          <label className={styles.rowAddon}>
            <input
              checked={line.isAddOn}
              onChange={(event) => onChange({ isAddOn: event.target.checked })}
              type="checkbox"
            />
            <RichText text={t.addOn(title)} />
          </label>
        </span>
        <span className={styles.rowButtons}>
          <IconButton
            data-up=""
            disabled={index === 0}
            icon="chevron-up"
            label={t.moveUp(title)}
            onClick={() => onMove(index - 1)}
          />
          <IconButton
            data-down=""
            disabled={index === count - 1}
            icon="chevron-down"
            label={t.moveDown(title)}
            onClick={() => onMove(index + 1)}
          />
          <IconButton data-remove="" icon="trash" label={t.remove(title)} onClick={onRemove} />
        </span>
      </div>
      {nameProblem !== undefined && <FieldError id={`${nameId}-error`} text={nameProblem} />}
      {amountProblem !== undefined && <FieldError id={`${amountId}-error`} text={amountProblem} />}
    </li>
  );
}
