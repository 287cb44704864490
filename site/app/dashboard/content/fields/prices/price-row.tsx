import { Icon } from '../../../../ui/icon.tsx';
import { formatDollars } from '../../../../ui/format-dollars.ts';
import { payForResults } from '../../../../content/pricing.ts';
import { amountOf, priceFieldId, type PriceDraft } from './price-draft.ts';
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

const units = ['month', 'year', 'hour'];

function shownAs(price: string): string {
  const amount = amountOf(price);
  if (Number.isNaN(amount)) return '';
  return amount === 0 ? payForResults : formatDollars(amount);
}

function RowProblem({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className="field-error" id={id}>
      <Icon name="warning" />
      <span>{text}</span>
    </p>
  );
}

/** One line of the price list: what it is for, how much, and its position. */
export function PriceRow({ line, index, count, problemOf, onChange, onMove, onRemove }: PriceRowProps) {
  const nameId = priceFieldId(line.key, 'name');
  const amountId = priceFieldId(line.key, 'amount');
  const nameProblem = problemOf(nameId);
  const amountProblem = problemOf(amountId);
  const title = line.name.trim() || `Price ${index + 1}`;
  const shown = shownAs(line.price);
  return (
    <li className={styles.row}>
      <input
        aria-describedby={nameProblem && `${nameId}-error`}
        aria-invalid={nameProblem === undefined ? undefined : true}
        aria-label={`Price ${index + 1}: what it covers`}
        autoComplete="off"
        className={classNames(styles.rowName, 'input')}
        id={nameId}
        onChange={(event) => onChange({ name: event.target.value })}
        placeholder="What it covers"
        value={line.name}
      />
      <input
        aria-describedby={amountProblem && `${amountId}-error`}
        aria-invalid={amountProblem === undefined ? undefined : true}
        aria-label={`Price ${index + 1}: amount in Canadian dollars`}
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
          aria-label={`Price ${index + 1}: paid`}
          className="input"
          onChange={(event) => onChange({ unit: event.target.value })}
          value={line.unit}
        >
          <option value="">once</option>
          {units.map((unit) => (
            <option key={unit} value={unit}>
              {unit === 'hour' ? 'an' : 'a'} {unit}
            </option>
          ))}
          {line.unit !== '' && !units.includes(line.unit) && <option value={line.unit}>{line.unit}</option>}
        </select>
        <Icon name="chevron-down" />
      </span>
      <div className={styles.rowFoot}>
        <span className={styles.rowState}>
          <span
            className={classNames(styles.rowShown, 'figure')}
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
            Add-on<span className="sr-only"> ({title})</span>
          </label>
        </span>
        <span className={styles.rowButtons}>
          <button
            aria-label={`Move ${title} up`}
            className="icon-button"
            data-up=""
            disabled={index === 0}
            onClick={() => onMove(index - 1)}
            type="button"
          >
            <Icon name="chevron-up" />
          </button>
          <button
            aria-label={`Move ${title} down`}
            className="icon-button"
            data-down=""
            disabled={index === count - 1}
            onClick={() => onMove(index + 1)}
            type="button"
          >
            <Icon name="chevron-down" />
          </button>
          <button
            aria-label={`Remove ${title}`}
            className="icon-button"
            data-remove=""
            onClick={() => onRemove()}
            type="button"
          >
            <Icon name="trash" />
          </button>
        </span>
      </div>
      <RowProblem id={`${nameId}-error`} text={nameProblem} />
      <RowProblem id={`${amountId}-error`} text={amountProblem} />
    </li>
  );
}
